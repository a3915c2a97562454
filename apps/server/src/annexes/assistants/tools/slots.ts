// The tool for the customer on the phone: in which windows could we come, and what would each cost.
import type { SlotAnswer, SlotQuery } from '@routewright/contract'
import { slotLimits } from '@routewright/contract'
import type { Static } from 'typebox'
import Type from 'typebox'
import { clockTime, kilometers, minutes, straightKilometers } from '../figures.ts'
import { day, latitude, longitude, oneOf, projectId, readWindow, stopId, timeWindow, words } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { quote, quoteName } from '../quoted.ts'
import { refuseField, tool } from '../tool.ts'
import { newStop } from './new-stops.ts'

/** Refused windows that are told; the rest is counted. */
const REFUSED_TOLD = 12
const { service_minutes, kg, m3, needs, type } = newStop().properties

const slotsInput = Type.Object({
  project_id: Type.Optional(projectId()),
  stop_id: Type.Optional(stopId()),
  address: Type.Optional(words('Where a new order would be served, as it is written. Or give lat and lng.', 500)),
  lat: Type.Optional(latitude()),
  lng: Type.Optional(longitude()),
  type,
  service_minutes,
  kg,
  m3,
  needs,
  from_date: day('First day, not before today.'),
  to_date: day(`Last day, at most ${slotLimits.days} days in all.`),
  windows: Type.Optional(
    Type.Array(timeWindow(), {
      minItems: 1,
      maxItems: slotLimits.windowsPerDay,
      description: 'Tried on each day. Left out, those that the seller offers.',
    }),
  ),
  sort: Type.Optional(oneOf(['cost', 'date'], 'Cheapest first (the default), or earliest first.')),
  most: Type.Optional(Type.Integer({ minimum: 1, maximum: 40, description: 'Windows to tell; 10 by default.' })),
})
type SlotsInput = Static<typeof slotsInput>

export const findSlots = tool({
  name: 'find_slots',
  title: 'Find windows that could be promised',
  description:
    'When could we? For a new order at a place of a project, or for a stop that is to get another window: the windows in which a vehicle could come, cheapest first, each with cost, added minutes and kilometres and how sure it is, and why the others cannot be had. Nothing is held.',
  kind: 'reads',
  looks: ['getStop', 'findSlots'],
  input: slotsInput,
  async run(input, { call }) {
    const { project_id, query } = input.stop_id
      ? await ofStopThere(input, input.stop_id, call)
      : { project_id: requireProject(input), query: ofNewOrder(input) }
    const answer = await call('findSlots', { params: { project_id }, body: query })
    const refused = answer.refused.slice(0, REFUSED_TOLD)
    return {
      nothing_was_held: true,
      fitting: answer.fitting,
      not_possible: answer.refused.length,
      windows: answer.slots.map(slotLine),
      why_not: refused.map((entry) => ({ ...when(entry), reason: entry.reason, says: quote(entry.message) })),
    }
  },
})

function requireProject({ project_id }: SlotsInput): string {
  if (!project_id) throw refuseField('project_id', 'is needed for a new order; or name a stop by stop_id')
  return project_id
}

function ofNewOrder(input: SlotsInput): SlotQuery {
  const { address, lat, lng } = input
  if ((lat === undefined) !== (lng === undefined)) throw refuseField('lat', 'lat and lng come together')
  if (lat !== undefined) return { ...wished(input), stop: { location: { lat, lng: lng! }, ...getLoad(input) } }
  if (!address) throw refuseField('address', 'give an address, lat and lng, or a stop_id')
  return { ...wished(input), stop: { address, ...getLoad(input) } }
}

/** Fills in fields from the existing stop where the caller sent none; the stop does not count against itself. */
async function ofStopThere(input: SlotsInput, stop_id: string, call: Call) {
  const { project_id, location, type, duration, weight, volume, requires } = await call('getStop', {
    params: { stop_id },
  })
  const { lat, lng } = location ?? {}
  if (lat === undefined || lng === undefined) throw refuseField('stop_id', `${stop_id} has no place yet`)
  const had = { type, duration, weight, volume, requires }
  const known = Object.fromEntries(Object.entries(had).filter(([, value]) => value !== undefined && value !== null))
  const stop = { location: { lat, lng }, ...known, ...getLoad(input) }
  return { project_id, query: { ...wished(input), stop_id, stop } satisfies SlotQuery }
}

function getLoad({ type, service_minutes, kg, m3, needs }: SlotsInput) {
  return {
    ...(type === undefined ? {} : { type }),
    ...(service_minutes === undefined ? {} : { duration: service_minutes * 60 }),
    ...(kg === undefined ? {} : { weight: kg }),
    ...(m3 === undefined ? {} : { volume: m3 }),
    ...(needs === undefined ? {} : { requires: needs }),
  }
}

function wished({ from_date, to_date, windows, sort, most = 10 }: SlotsInput) {
  return {
    from: from_date,
    to: to_date,
    most,
    ...(windows ? { windows: windows.map((window, index) => readWindow(window, `windows[${index}]`)) } : {}),
    ...(sort ? { sort } : {}),
  }
}

const when = ({ date, time_window: [from, to] }: { date: string; time_window: readonly [number, number] }) => ({
  date,
  window: `${clockTime(from)}–${clockTime(to)}`,
})

const percent = (share: number | undefined) => (share === undefined ? undefined : Math.round(share * 100))

function slotLine(slot: SlotAnswer['slots'][number]) {
  return {
    ...when(slot),
    slot_id: slot.id,
    cost: Math.round(slot.cost * 100) / 100,
    cost_unit: slot.cost_unit,
    ...(slot.price_change === undefined ? {} : { price_change: slot.price_change, currency: slot.currency }),
    added_minutes: minutes(slot.added_time),
    added_km: kilometers(slot.added_distance),
    ...straightKilometers(slot.added_distance, slot),
    arrives: clockTime(slot.arrives_at),
    vehicle: quoteName(slot.vehicle_label),
    opens_a_vehicle: slot.opens_vehicle,
    plan_id: slot.plan_id,
    kept_percent: percent(slot.kept_chance),
  }
}
