// The rules of the seller in a project: read, set, and asked when a slot is offered or given away.
import type { SlotRuleRefusal, SlotRules, SlotRulesInput } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectAsSeen, requireProjectManager } from '../../accounts/projects/projects.ts'
import { clientRecords } from '../../data/clients.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { updateProjectRow } from '../../data/projects.sql.ts'
import { listTaken } from '../../data/slot-promises.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { TimeWindow } from '../../data/values.ts'
import { listEnabledZones } from '../../data/zones.sql.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { findPlace } from '../../planning/modelling/places.ts'
import { listZonesAt } from '../../planning/modelling/zones.ts'
import { type Asker, gridWindows, ruleAgainst } from './rule-book.ts'

export const ruleTexts: Record<SlotRuleRefusal, string> = {
  not_offered: 'The seller has no such window on this day and in this zone.',
  closed_day: 'Nothing is offered on this day.',
  too_far_ahead: 'The day is farther ahead than orders are taken.',
  notice: 'The notice is too short.',
  cut_off: 'Orders for this day are no longer taken.',
  most_per_customer: 'The customer has all the orders of this day that he may have.',
  slot_full: 'All places of this window are taken.',
  day_full: 'All places of the day are taken.',
  kept: 'The last places of the day are kept for other customers.',
}

/** Throws 404, 403. */
export async function getSlotRules(scope: Scope, projectId: string): Promise<SlotRules> {
  return rulesResource(await getProject(scope, projectId))
}

/** Sets all rules anew. Throws 404, 403 for those who do not manage the project, invalid_payload for rules that contradict each other. */
export async function setSlotRules(scope: Scope, projectId: string, rules: SlotRulesInput): Promise<SlotRules> {
  const project = await getProject(scope, projectId, 'lock')
  requireProjectManager(scope, projectId, 'change the rules of slots')
  await requireProjectAsSeen(scope, project)
  requireSound(rules, '')
  await auditRecord(scope, 'updated', 'project', { id: projectId, project_id: projectId }, { slot_rules: rules })
  return rulesResource(await updateProjectRow(scope, projectId, { slot_rules: rules }))
}

function rulesResource({ slot_rules, updated_at }: ProjectRow): SlotRules {
  const lists = { grid: [], closed_days: [], classes: [], prices: [] }
  return { ...lists, ...slot_rules, updated_at: updated_at.toISOString() }
}

/** Checks what the schema cannot. `at` is the path of the rules in the body: '' or 'rules.'. */
export function requireSound({ classes = [], prices = [], most_per_day }: SlotRulesInput, at: string): void {
  const names = classes.map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0) throw invalidPayload(`${at}classes[${twice}].name`, 'stands there twice')
  const keeping = classes.findIndex(({ kept_share = 0 }) => kept_share > 0)
  if (keeping >= 0 && most_per_day === undefined)
    throw invalidPayload(`${at}classes[${keeping}].kept_share`, 'is a share of most_per_day, which is missing')
  if (classes.reduce((sum, { kept_share = 0 }) => sum + kept_share, 0) > 1)
    throw invalidPayload(`${at}classes[${keeping}].kept_share`, 'more than the whole day is kept for classes')
  const falling = prices.findIndex(
    ({ up_to_share }, index) => index > 0 && up_to_share <= prices[index - 1]!.up_to_share,
  )
  if (falling > 0) throw invalidPayload(`${at}prices[${falling}].up_to_share`, 'must be above that of the step before')
}

/** The customer as callers send it. */
export interface SaidCustomer {
  customer?: string
  customer_class?: string
  /** Was worked out when it was first said, and goes before both. */
  known?: Pick<Asker, 'customer' | 'className'>
}

/** Returns the customer that the rules count: the caller's value, else the client of the stop. */
export async function getAsker(
  scope: Scope,
  secrets: SecretKeys,
  project: ProjectRow,
  stop: Pick<StopRow, 'location' | 'client_id'>,
  { customer, customer_class, known }: SaidCustomer,
): Promise<Asker> {
  const place = findPlace(stop.location)
  const zones = await listEnabledZones(scope, [project.id])
  const zoneIds = place ? listZonesAt(place, zones) : []
  if (known) return { zoneIds, ...known }
  const name = customer ?? stop.client_id
  const [client] =
    stop.client_id && customer_class === undefined ? await clientRecords.list(scope, [stop.client_id]) : []
  const ofClient = client?.custom_fields?.customer_class
  return {
    zoneIds,
    customer: name === null ? null : secrets.sign(`slot customer ${project.id} ${name}`).slice(0, 24),
    className: customer_class ?? (typeof ofClient === 'string' ? ofClient : null),
  }
}

/** A window that is to be tried, or that a rule stands against. */
export interface WishedWindow {
  window: TimeWindow
  refusal?: SlotRuleRefusal
}

/** Returns the windows wanted on each day: those that the caller names, else those of the grid, with the rules' terms. */
export async function wishedWindows(
  scope: Scope,
  project: ProjectRow,
  dates: readonly string[],
  asker: Asker,
  { windows, ignoresRules, withoutId }: { windows?: readonly TimeWindow[]; ignoresRules: boolean; withoutId?: string },
): Promise<Map<string, WishedWindow[]>> {
  const { slot_rules: rules, timezone } = project
  if (windows === undefined && (rules.grid ?? []).length === 0)
    throw invalidPayload('windows', 'are needed: the rules of the project have no grid of windows')
  const counts = !ignoresRules && (rules.most_per_day ?? rules.most_per_customer ?? rules.grid?.length) !== undefined
  const taken = counts ? await listTaken(scope, project.id, dates, withoutId) : []
  const byDay = Map.groupBy(taken, ({ day }) => day)
  const asked = { now: scope.now, timezone }
  return new Map(
    dates.map((date) => [
      date,
      (windows ?? gridWindows(rules, date, asker.zoneIds)).map((window) => {
        const refusal = ignoresRules
          ? undefined
          : ruleAgainst(rules, { date, window }, asker, asked, byDay.get(date) ?? [])
        return { window, ...(refusal && { refusal }) }
      }),
    ]),
  )
}
