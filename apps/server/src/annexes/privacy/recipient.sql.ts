// Finds what belongs to one recipient: by the entry of the address book, phone, e-mail address, or name and address.
import { type RawBuilder, sql } from 'kysely'
import type { ClientRow } from '../../data/client-table.ts'
import type { RecurringOrderRow } from '../../data/recurring-tables.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { escapeLike } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** Search values, normalized for comparison. */
export interface Wanted {
  clientId?: string
  /** The last nine digits, turned round. */
  phoneEnd?: string
  /** In small letters. */
  email?: string
  /** Words in small letters with one space between them. */
  person?: { name: string; address: string }
}

export type FoundStop = Pick<
  StopRow,
  'id' | 'status' | 'deleted' | 'label' | 'reference_person' | 'location' | 'phone'
> & {
  email: string | null
  date: Date | null
}

type Value = RawBuilder<unknown>

/** Where a kind of record has what is compared. */
interface Places {
  phone: Value
  email: Value
  names: readonly Value[]
  location: Value
}

const words = (value: Value) => sql`trim(regexp_replace(lower(${value}), '[^[:alnum:]]+', ' ', 'g'))`

function getAddress(location: Value): Value {
  const parts = ['label', 'main_text', 'street', 'house_number', 'postal_code', 'city'].map(
    (part) => sql`${location} ->> ${sql.lit(part)}`,
  )
  return words(sql`concat_ws(' ', ${sql.join(parts)})`)
}

/** Condition on contacts and names that are searched for; false when none is. */
function fits({ phoneEnd, email, person }: Wanted, { phone, email: mail, names, location }: Places): Value {
  const any: Value[] = [sql`false`]
  if (phoneEnd) any.push(sql`(${phone} is not null and phone_from_end(${phone}) like ${`${phoneEnd}%`})`)
  if (email) any.push(sql`lower(${mail}) = ${email}`)
  if (person) {
    const isName = sql.join(
      names.map((name) => sql`${words(name)} = ${person.name}`),
      sql` or `,
    )
    any.push(sql`((${isName}) and ${getAddress(location)} like ${`%${escapeLike(person.address)}%`})`)
  }
  return sql`(${sql.join(any, sql` or `)})`
}

/** Entries of the address book, deleted ones too. */
export async function findClients(scope: Scope, wanted: Wanted): Promise<ClientRow[]> {
  const places = {
    phone: sql.ref('phone'),
    email: sql.ref('email'),
    location: sql.ref('default_location'),
    names: [sql.ref('label'), sql.ref('reference_person')],
  }
  const { rows } = await sql<ClientRow>`
    select * from clients where organization_id = ${scope.organizationId}
    and (id = ${wanted.clientId ?? null} or ${fits(wanted, places)}) order by id desc`.execute(scope.tx)
  return rows
}

/** Stops of these entries, and those that fit by themselves; deleted ones too, newest first, up to a limit. */
export async function findStops(
  scope: Scope,
  wanted: Wanted,
  clients: readonly ClientRow[],
  limit: number,
): Promise<FoundStop[]> {
  const places = {
    phone: sql.ref('s.phone'),
    email: sql.ref('s.email'),
    location: sql.ref('s.location'),
    names: [sql.ref('s.label'), sql.ref('s.reference_person')],
  }
  const ids = clients.map(({ id }) => id)
  const { rows } = await sql<FoundStop>`
    select s.id, s.status, s.deleted, s.label, s.reference_person, s.location, s.phone, s.email, p.execution_date as date
    from stops s left join plans p on p.id = s.plan_id
    where s.organization_id = ${scope.organizationId} and (s.client_id = any(${ids}::text[]) or ${fits(wanted, places)}
      or (s.project_id, s.client_external_id) in (select project_id, external_id from clients where id = any(${ids}::text[])))
    order by p.execution_date desc nulls last, s.id limit ${limit}`.execute(scope.tx)
  return rows
}

/** Recurring orders of these entries, and those that fit by themselves; deleted ones too. */
export async function findOrders(
  scope: Scope,
  wanted: Wanted,
  clients: readonly ClientRow[],
): Promise<RecurringOrderRow[]> {
  const places = {
    phone: sql`stop ->> 'phone'`,
    email: sql`stop ->> 'email'`,
    location: sql`stop -> 'location'`,
    names: [sql`stop ->> 'label'`, sql`stop ->> 'reference_person'`],
  }
  const ids = clients.map(({ id }) => id)
  const { rows } = await sql<RecurringOrderRow>`
    select * from recurring_orders where organization_id = ${scope.organizationId}
    and (stop ->> 'client_id' = any(${ids}::text[]) or ${fits(wanted, places)}) order by id desc`.execute(scope.tx)
  return rows
}

/** Messages to these stops, or to this address or number. */
export async function listMessagesTo(scope: Scope, stopIds: readonly string[], { phoneEnd, email }: Wanted) {
  const contacts: Value[] = []
  if (phoneEnd) contacts.push(sql`(channel = 'sms' and phone_from_end(recipient) like ${`${phoneEnd}%`})`)
  if (email) contacts.push(sql`(channel = 'email' and lower(recipient) = ${email})`)
  const { rows } = await sql<{ id: string }>`
    select * from messages where organization_id = ${scope.organizationId} and recipient <> ''
    and (${sql.join([sql`stop_id = any(${stopIds}::text[])`, ...contacts], sql` or `)})
    order by created_at, id`.execute(scope.tx)
  return rows
}

/** Returns events, deliveries and logged attempts of webhooks about these stops. */
export async function listTold(scope: Scope, stopIds: readonly string[]): Promise<object[]> {
  const ofOwn = sql`webhook_id in (select id from webhooks where organization_id = ${scope.organizationId})`
  const isOfThem = sql`resource_id = any(${stopIds}::text[])`
  const { rows } = await sql<object>`
    select 'event' as kind, null as state, event_id, created_at, body from events
      where organization_id = ${scope.organizationId} and ${isOfThem}
    union all select 'delivery', status, event_id, created_at, body from webhook_deliveries where ${ofOwn} and ${isOfThem}
    union all select 'attempt', case when ok then 'delivered' else 'failed' end, event_id, created_at, body
      from webhook_attempts where ${ofOwn} and ${isOfThem}`.execute(scope.tx)
  return rows
}
