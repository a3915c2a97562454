// The preview of rules: past orders asked once more, in the sequence in which they came in, by the rules as they would be.
import type { SlotPreview, SlotPreviewQuery, SlotRuleRefusal, SlotRulesInput } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { TakenSlots } from '../../data/slot-promises.sql.ts'
import type { TimeWindow } from '../../data/values.ts'
import { listEnabledZones } from '../../data/zones.sql.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import { getWeekday } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { listZonesAt } from '../../planning/modelling/zones.ts'
import { type Asker, gridWindows, ruleAgainst } from './rule-book.ts'
import { requireSound, ruleTexts } from './slot-rules.ts'
import { listPastOrders, type PastOrder } from './slots.sql.ts'

const dayMilliseconds = 86_400_000
const usualPreviewDays = 31
const mostPreviewed = 10_000

/** Applies rules to the orders of the last weeks and returns the effect. Throws 404, 403, invalid_payload. */
export async function previewSlotRules(
  scope: Scope,
  projectId: string,
  { rules: wanted, days = usualPreviewDays }: SlotPreviewQuery,
): Promise<SlotPreview> {
  const project = await getProject(scope, projectId)
  const rules = wanted ?? project.slot_rules
  if (wanted) requireSound(wanted, 'rules.')
  const to = new Date(startInstant(dateInZone(scope.now, project.timezone)).getTime() - dayMilliseconds)
  const from = new Date(to.getTime() - (days - 1) * dayMilliseconds)
  const [orders, zones] = await Promise.all([
    listPastOrders(scope, projectId, from, to, mostPreviewed + 1),
    listEnabledZones(scope, [projectId]),
  ])
  const kept = orders.slice(0, mostPreviewed).reverse()
  const replay = new Replay(rules, project.timezone)
  for (const order of kept) replay.ask(order, listZonesAt({ lat: order.lat, lng: order.lng }, zones))
  return {
    from: from.toISOString().slice(0, 10),
    to: to.toISOString().slice(0, 10),
    orders: kept.length,
    is_cut: orders.length > mostPreviewed,
    ...replay.result(),
  }
}

type PreviewWindow = SlotPreview['windows'][number]

/** Replays past orders one after the other, each taking a window away from later ones. */
class Replay {
  private readonly rules: SlotRulesInput
  private readonly timezone: string
  private readonly taken = new Map<string, TakenSlots[]>()
  private readonly refused = new Map<SlotRuleRefusal, number>()
  private readonly windows = new Map<string, PreviewWindow>()
  private offered = 0
  private choices = 0

  constructor(rules: SlotRulesInput, timezone: string) {
    this.rules = rules
    this.timezone = timezone
  }

  ask(order: PastOrder, zoneIds: readonly string[]): void {
    const { date, created_at, client_id, customer_class } = order
    const asker: Asker = { zoneIds, customer: client_id, className: customer_class }
    const own: TimeWindow = order.window ?? [order.planned_seconds ?? 43_200, order.planned_seconds ?? 43_200]
    const grid = gridWindows(this.rules, date, zoneIds)
    const windows = (this.rules.grid ?? []).length > 0 ? grid : [own]
    const taken = this.taken.get(date) ?? []
    const asked = { now: created_at, timezone: this.timezone }
    const told = windows.map((window) => ({
      window,
      refusal: ruleAgainst(this.rules, { date, window }, asker, asked, taken),
    }))
    const fitting = told.filter(({ refusal }) => refusal === undefined)
    const nearest = (of: typeof told) => of.toSorted((a, b) => distance(a.window, own) - distance(b.window, own))[0]
    const chosen = nearest(fitting)?.window
    if (!chosen) {
      const reason = nearest(told)?.refusal ?? 'not_offered'
      this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
      return
    }
    this.offered += 1
    this.choices += fitting.length
    for (const { window } of fitting) this.windowOf(date, window).offered += 1
    this.windowOf(date, chosen).taken += 1
    const [opens, closes] = chosen
    taken.push({ day: date, opens, closes, zone_ids: [...zoneIds], customer: client_id, customer_class, orders: 1 })
    this.taken.set(date, taken)
  }

  private windowOf(date: string, window: TimeWindow): PreviewWindow {
    const weekday = getWeekday(startInstant(date))
    const name = `${weekday} ${window.join('-')}`
    const known = this.windows.get(name) ?? { weekday, time_window: window, offered: 0, taken: 0 }
    this.windows.set(name, known)
    return known
  }

  result(): Pick<SlotPreview, 'offered' | 'windows_each' | 'refused' | 'windows'> {
    const hasGrid = (this.rules.grid ?? []).length > 0
    return {
      offered: this.offered,
      windows_each: this.offered === 0 ? 0 : Math.round((10 * this.choices) / this.offered) / 10,
      refused: [...this.refused]
        .map(([reason, orders]) => ({ reason, message: ruleTexts[reason], orders }))
        .sort((a, b) => b.orders - a.orders || a.reason.localeCompare(b.reason)),
      // Without a grid each order has its own window, of which there is nothing to add up.
      windows: hasGrid ? [...this.windows.values()].sort(byWeek) : [],
    }
  }
}

const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

function byWeek(a: PreviewWindow, b: PreviewWindow): number {
  return (
    week.indexOf(a.weekday) - week.indexOf(b.weekday) ||
    a.time_window[0] - b.time_window[0] ||
    a.time_window[1] - b.time_window[1]
  )
}

/** Seconds between the middles of two windows. */
function distance(one: TimeWindow, other: TimeWindow): number {
  return Math.abs(one[0] + one[1] - other[0] - other[1]) / 2
}
