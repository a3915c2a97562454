// Finds drivers by phone number or address, in all organizations, as the caller has not named one yet.
import { sql } from 'kysely'
import type { Tx } from '../../frame/platform/scope.ts'

export interface NamedDriver {
  id: string
  organization_id: string
  project_id: string
  label: string
  phone: string | null
  email: string | null
  languages: string[]
  is_sandbox: boolean
}

/** More drivers than these with one number are none who could be told apart. */
const mostDrivers = 50

const present = sql`
  select d.id, d.organization_id, d.project_id, d.label, d.phone, d.email, d.languages, o.is_sandbox
  from drivers d join organizations o on o.id = d.organization_id
    join projects p on p.id = d.project_id and p.organization_id = d.organization_id
  where not d.deleted and not d.archived and not p.deleted`

/** Returns drivers whose numbers end with these digits; spellings differ, so callers still compare each. */
export async function selectDriversByPhoneEnd(tx: Tx, lastDigits: string): Promise<NamedDriver[]> {
  const fromEnd = `${[...lastDigits].reverse().join('')}%`
  const { rows } = await sql<NamedDriver>`
    ${present} and d.phone is not null and phone_from_end(d.phone) like ${fromEnd}
    order by d.id limit ${mostDrivers}`.execute(tx)
  return rows
}

export async function selectDriversByEmail(tx: Tx, email: string): Promise<NamedDriver[]> {
  const { rows } = await sql<NamedDriver>`
    ${present} and d.email is not null and lower(d.email) = lower(${email})
    order by d.id limit ${mostDrivers}`.execute(tx)
  return rows
}
