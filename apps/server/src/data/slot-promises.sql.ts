// Every statement on promises to customers, and on locks of days with slots.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { listColumns, listRecords, updateRecord, type Written } from './record-statements.ts'
import { type SlotPromiseRow, slotPromiseTable } from './slot-tables.ts'

/** Locks the slots of these days until the transaction ends, in order of the days, so that no deadlock can occur. */
export async function lockSlotDays(scope: Scope, projectId: string, days: readonly string[]): Promise<void> {
  for (const day of [...new Set(days)].sort()) {
    await sql`
      insert into slot_days (organization_id, project_id, day) values (${scope.organizationId}, ${projectId}, ${day})
      on conflict (project_id, day) do update set given = slot_days.given + 1`.execute(scope.tx)
  }
}

const isHeld = sql`booked_at is null and released_at is null and held_until > clock_timestamp()`

/** Returns the promises held on some days by the database's clock, oldest first. */
export async function listHeld(scope: Scope, projectId: string, days: readonly string[]): Promise<SlotPromiseRow[]> {
  const which = { project_id: projectId, day: days }
  return listRecords(scope, slotPromiseTable, [which, isHeld], sql`order by created_at, id`)
}

/** Condition that the booked stop, or its plan, was deleted. */
const isGone = sql`stop_id is not null and released_at is null
  and not exists (select from stops where stops.id = slot_promises.stop_id and not stops.deleted)`

export type LockedPromise = SlotPromiseRow & { is_held: boolean; is_gone?: boolean }

/** Locks the promise and returns it, with `is_held` by the database's clock and `is_gone` as of now. */
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

/** Returns the promise, with `is_held` by the database's clock. */
export async function findPromise(scope: Scope, id: string): Promise<LockedPromise | undefined> {
  const { rows } = await sql<LockedPromise>`
    select *, (${isHeld}) as is_held, (${isGone}) as is_gone from slot_promises
    where id = ${id} and organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]
}

/** Returns the whole seconds until a hold expires, by the database's clock; 0 for an expired one. */
export async function secondsHeld(scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, floor(extract(epoch from held_until - clock_timestamp())))::int as seconds from slot_promises
    where id = ${id} and organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]?.seconds ?? 0
}

/** Fields of promises that the seller's rules count by. */
export type TakenSlots = Pick<
  SlotPromiseRow,
  'day' | 'opens' | 'closes' | 'zone_ids' | 'customer' | 'customer_class'
> & { orders: number }

/** Returns the held or booked slots on some days that the seller's rules count, without one promise. */
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

/** Holds the slot for this many minutes from now, by the database's clock. Returns undefined where the key was taken meanwhile. */
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

/** Returns the promises of these stops that were not changed by hand. */
export async function listPromisesOfStops(scope: Scope, stopIds: readonly string[]): Promise<SlotPromiseRow[]> {
  const which = { stop_id: [...stopIds], released_at: null, changed_by_hand_at: null }
  return listRecords(scope, slotPromiseTable, which, sql`order by id`)
}

/** Returns the promise of the stop, even if released. */
export async function findPromiseOfStop(scope: Scope, stopId: string): Promise<SlotPromiseRow | undefined> {
  return (await listRecords(scope, slotPromiseTable, { stop_id: stopId }, sql`order by id limit 1`))[0]
}

/** Returns the stops of a plan whose windows were promised. */
export async function listPromisedStops(scope: Scope, planId: string): Promise<Set<string>> {
  const isOfPlan = sql`stop_id in (select id from stops where plan_id = ${planId} and not deleted)`
  const which = [{ released_at: null, changed_by_hand_at: null }, isOfPlan]
  const rows = await listColumns(scope, slotPromiseTable, ['stop_id'], which)
  return new Set(rows.flatMap(({ stop_id }) => stop_id ?? []))
}

/** Returns the promised windows of a plan that nobody changed by hand. */
export async function listPromisedWindows(scope: Scope, planId: string) {
  const isOfPlan = sql`stop_id in (select id from stops where plan_id = ${planId} and status = 'pending' and not deleted)`
  const which = [{ released_at: null, changed_by_hand_at: null }, isOfPlan]
  const rows = await listColumns(scope, slotPromiseTable, ['id', 'stop_id', 'day', 'opens', 'closes'], which)
  return rows.map(({ stop_id, ...promise }) => ({ ...promise, stop_id: stop_id! }))
}

/** Deletes personal data from expired holds. */
export async function blankOldHolds(db: Db): Promise<void> {
  await sql`
    update slot_promises set stop = null
    where stop is not null and (released_at is not null or booked_at is not null or held_until < clock_timestamp() - interval '1 hour')`.execute(
    db,
  )
}
