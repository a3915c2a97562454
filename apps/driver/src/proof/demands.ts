// What a project demands before a stop may be completed, and which of it is still missing.
import type { CustomFieldDefinition, DriverRoute, DriverSession, DriverStop, ReportInput } from '@routewright/contract'
import type { StopDraft } from '../store/database.ts'

export type Demand = 'tasks' | 'photo' | 'signature' | 'pin' | 'field'

export interface UnmetDemand {
  demand: Demand
  /** Of a custom field. */
  name?: string
  /** Of tasks. */
  count?: number
}

/** The custom fields that the project wants of reports. */
export function reportFields({ settings }: DriverSession): CustomFieldDefinition[] {
  return (settings.custom_field_definitions ?? []).filter(({ applies_to }) => applies_to === 'report')
}

export function asksPin(session: DriverSession, stop: DriverStop): boolean {
  return stop.pin_required && session.settings.pin_required === true
}

export function listUnmet(session: DriverSession, stop: DriverStop, draft: StopDraft): UnmetDemand[] {
  const { settings } = session
  const unmet: UnmetDemand[] = []
  const open = stop.tasks.filter(({ id }) => draft.tasks[id] === undefined).length
  if (open > 0) unmet.push({ demand: 'tasks', count: open })
  if (settings.photo_required && draft.picture_ids.length === 0) unmet.push({ demand: 'photo' })
  if (settings.signature_required && !draft.signature) unmet.push({ demand: 'signature' })
  if (asksPin(session, stop) && !/^\d{4}$/.test(draft.pin)) unmet.push({ demand: 'pin' })
  for (const { name, label, required } of reportFields(session)) {
    const value = draft.fields[name]
    if (required && (value === undefined || value === '')) unmet.push({ demand: 'field', name: label ?? name })
  }
  return unmet
}

export interface Parcel {
  identifier: string
  /** The delivery that it belongs to. */
  stop: DriverStop
}

/** The parcels that change hands at a stop: its own, or at a pickup those of the deliveries that wait for it. */
export function parcelsAt(route: DriverRoute, stop: DriverStop): Parcel[] {
  if (stop.type === 'visit') return []
  const holders = stop.type === 'pickup' ? route.stops.filter(({ pickup_id }) => pickup_id === stop.id) : [stop]
  return holders.flatMap((holder) => holder.packages.map(({ identifier }) => ({ identifier, stop: holder })))
}

/** What loads at the depot: everything that no pickup stop brings. */
export function parcelsToLoad(route: DriverRoute): Parcel[] {
  return route.stops
    .filter(({ type, status, pickup_id }) => type === 'delivery' && status === 'pending' && pickup_id === undefined)
    .toReversed()
    .flatMap((stop) => stop.packages.map(({ identifier }) => ({ identifier, stop })))
}

/** The parts of a completed report that stand in the draft. */
export function completion(
  stop: DriverStop,
  parcels: readonly Parcel[],
  draft: StopDraft,
): Pick<ReportInput, 'type' | 'tasks' | 'packages'> {
  const handed = parcels.flatMap(({ identifier }) => {
    const check = draft.parcels[identifier]
    return check ? [{ identifier, scanned_at: check.scanned_at, manual: check.manual }] : []
  })
  const tasks = stop.tasks.flatMap(({ id }) => {
    const status = draft.tasks[id]
    return status ? [{ task_id: id, status }] : []
  })
  return {
    type: 'service_report_completed',
    ...(tasks.length > 0 ? { tasks } : {}),
    ...(parcels.length > 0 ? { packages: handed } : {}),
  }
}
