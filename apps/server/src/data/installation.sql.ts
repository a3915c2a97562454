// Figures of the whole installation for the machine's administrator: organizations, and the size of the database.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'

export interface OrganizationFigures {
  id: string
  name: string
  created_at: Date
  users: number
  projects: number
  plans: number
  stops: number
  /** When one of its plans last changed. */
  last_planned_at: Date | null
}

/** Lists organizations with their figures, those with the most stops first. Counts every row, so it takes seconds for millions. */
export async function listOrganizationFigures(db: Db, limit: number): Promise<OrganizationFigures[]> {
  const { rows } = await sql<OrganizationFigures>`
    select o.id, o.name, o.created_at,
      (select count(*)::int from users u where u.organization_id = o.id) as users,
      (select count(*)::int from projects p where p.organization_id = o.id and p.deleted_at is null) as projects,
      (select count(*)::int from plans p where p.organization_id = o.id) as plans,
      (select count(*)::int from stops s where s.organization_id = o.id) as stops,
      (select max(p.updated_at) from plans p where p.organization_id = o.id) as last_planned_at
    from organizations o order by stops desc, o.created_at, o.id limit ${limit}`.execute(db)
  return rows
}

/** Returns bytes of the database on disk. */
export async function measureDatabase(db: Db): Promise<number> {
  const size = sql<number>`pg_database_size(current_database())::float8`
  const { bytes } = await db.selectNoFrom(size.as('bytes')).executeTakeFirstOrThrow()
  return bytes
}
