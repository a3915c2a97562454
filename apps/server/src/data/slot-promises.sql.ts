// Every statement on what was promised to customers, and on the days that slots are given away on.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { listColumns, listRecords, updateRecord, type Written } from './record-statements.ts'
import { type SlotPromiseRow, slotPromiseTable } from './slot-tables.ts'

/** Makes others wait who give away slots of these days, until the transaction ends. In one order, so that nobody waits in a circle. */
export async function lockSlotDays(scope: Scope, projectId: string, days: readonly string[]): Promise<void> {
  for (const day of [...new Set(days)].sort()) {
    await sql`
      insert into slot_days (organization_id, project_id, day) values (${scope.organizationId}, ${projectId}, ${day})
      on conflict (project_id, day) do update set given = slot_days.given + 1`.execute(scope.tx)
  }
}

const isHeld = sql`booked_at is null and released_at is null and held_until > clock_timestamp()`

/** What is held on some days by the clock of the database, the oldest first. */
export async function listHeld(scope: Scope, projectId: string, days: readonly string[]): Promise<SlotPromiseRow[]> {
  const which = { project_id: projectId, day: days }
  return listRecords(scope, slotPromiseTable, [which, isHeld], sql`order by created_at, id`)
}

/** Somebody deleted the stop that was booked, or its plan. */
const isGone = sql`stop_id is not null and released_at is null
  and not exists (select from stops where stops.id = slot_promises.stop_id and not stops.deleted)`

export type LockedPromise = SlotPromiseRow & { is_held: boolean; is_gone?: boolean }

/** With `is_held` by the clock of the database, and `is_gone`, as it is behind its lock. */
export async function lockPromise(scope: Scope, id: string): Promise<LockedPromise | undefined> {
  const { rows } = await sql<LockedPromise>`
    select *, (${isHeld}) as is_held, (${isGone}) as is_gone from slot_promises
    where id = ${id} and organization_id = ${scope.organizationId} for update`.execute(scope.tx)
  return rows[0]
}

export async function lockPromiseByKey(
  scope: Scope,
  projectId: string,
  key: string,
): Promise<LockedPromise | undefined> {
  const { rows } = await sql<LockedPromise>`
    select *, (${isHeld}) as is_held, (${isGone}) as is_gone from slot_promises
    where project_id = ${projectId} and key = ${key} and organization_id = ${scope.organizationId} for update`.execute(
    scope.tx,
  )
  return rows[0]
}

/** With `is_held` by the clock of the database. */
export async function findPromise(scope: Scope, id: string): Promise<LockedPromise | undefined> {
  const { rows } = await sql<LockedPromise>`
    select *, (${isHeld}) as is_held, (${isGone}) as is_gone from slot_promises
    where id = ${id} and organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]
}

/** Whole seconds until a hold runs out, by the clock of the database; 0 for what is over. */
export async function secondsHeld(scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, floor(extract(epoch from held_until - clock_timestamp())))::int as seconds from slot_promises
    where id = ${id} and organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]?.seconds ?? 0
}

/** What rules count of promises that are alike. */
export type TakenSlots = Pick<
  SlotPromiseRow,
  'day' | 'opens' | 'closes' | 'zone_ids' | 'customer' | 'customer_class'
> & { orders: number }

/** What is held or booked on some days, as the rules of the seller count it, without one promise. */
export async function listTaken(
  scope: Scope,
  projectId: string,
  days: readonly string[],
  withoutId: string | undefined,
): Promise<TakenSlots[]> {
  const { rows } = await sql<TakenSlots>`
    select day, opens, closes, zone_ids, customer, customer_class, count(*)::int as orders from slot_promises
    where organization_id = ${scope.organizationId} and project_id = ${projectId} and day = any (${[...days]}::text[])
      and released_at is null and (booked_at is not null or held_until > clock_timestamp()) and not (${isGone})
      and id is distinct from ${withoutId ?? null}::text
    group by day, opens, closes, zone_ids, customer, customer_class`.execute(scope.tx)
  return rows
}

export type NewHold = Pick<
  SlotPromiseRow,
  | ('id' | 'project_id' | 'key' | 'day' | 'opens' | 'closes' | 'offer' | 'stop' | 'created_by')
  | ('zone_ids' | 'customer' | 'customer_class' | 'ignores_rules')
>

/** Holds the slot for so many minutes from now, by the clock of the database. Undefined where the key was taken meanwhile. */
export async function insertHold(scope: Scope, hold: NewHold, minutes: number): Promise<LockedPromise | undefined> {
  const { rows } = await sql<LockedPromise>`
    insert into slot_promises (id, organization_id, project_id, created_by, created_at, updated_at, key, day, opens, closes,
      held_until, offer, stop, zone_ids, customer, customer_class, ignores_rules)
    values (${hold.id}, ${scope.organizationId}, ${hold.project_id}, ${hold.created_by}, ${scope.now}, ${scope.now},
      ${hold.key}, ${hold.day}, ${hold.opens}, ${hold.closes}, ${heldUntil(minutes)},
      ${JSON.stringify(hold.offer)}::jsonb, ${JSON.stringify(hold.stop)}::jsonb, ${JSON.stringify(hold.zone_ids)}::jsonb,
      ${hold.customer}, ${hold.customer_class}, ${hold.ignores_rules})
    on conflict (project_id, key) do nothing returning *, true as is_held`.execute(scope.tx)
  return rows[0]
}

export function heldUntil(minutes: number) {
  return sql<Date>`clock_timestamp() + make_interval(mins => ${minutes}::int)`
}

export async function updatePromise(
  scope: Scope,
  id: string,
  values: Written<typeof slotPromiseTable>,
): Promise<SlotPromiseRow> {
  return updateRecord(scope, slotPromiseTable, id, values)
}

/** The promises that these stops were booked for and that nobody changed by hand since. */
export async function listPromisesOfStops(scope: Scope, stopIds: readonly string[]): Promise<SlotPromiseRow[]> {
  const which = { stop_id: [...stopIds], released_at: null, changed_by_hand_at: null }
  return listRecords(scope, slotPromiseTable, which, sql`order by id`)
}

/** What the stop was booked for, also when that is over. */
export async function findPromiseOfStop(scope: Scope, stopId: string): Promise<SlotPromiseRow | undefined> {
  return (await listRecords(scope, slotPromiseTable, { stop_id: stopId }, sql`order by id limit 1`))[0]
}

/** The stops of a plan whose windows were promised. */
export async function listPromisedStops(scope: Scope, planId: string): Promise<Set<string>> {
  const isOfPlan = sql`stop_id in (select id from stops where plan_id = ${planId} and not deleted)`
  const which = [{ released_at: null, changed_by_hand_at: null }, isOfPlan]
  const rows = await listColumns(scope, slotPromiseTable, ['stop_id'], which)
  return new Set(rows.flatMap(({ stop_id }) => stop_id ?? []))
}

/** The promised windows of a plan that nobody changed by hand. */
export async function listPromisedWindows(scope: Scope, planId: string) {
  const isOfPlan = sql`stop_id in (select id from stops where plan_id = ${planId} and status = 'pending' and not deleted)`
  const which = [{ released_at: null, changed_by_hand_at: null }, isOfPlan]
  const rows = await listColumns(scope, slotPromiseTable, ['id', 'stop_id', 'day', 'opens', 'closes'], which)
  return rows.map(({ stop_id, ...promise }) => ({ ...promise, stop_id: stop_id! }))
}

/** Holds that ran out name nobody any longer. */
export async function blankOldHolds(db: Db): Promise<void> {
  await sql`
    update slot_promises set stop = null
    where stop is not null and (released_at is not null or booked_at is not null or held_until < clock_timestamp() - interval '1 hour')`.execute(
    db,
  )
}
