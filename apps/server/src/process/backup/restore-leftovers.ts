// Takes back what a refused restore made in a PostgreSQL database and in the place for files, so that both are as empty as before.
import { rmSync } from 'node:fs'
import type { Storage } from '../../frame/files/storage.ts'
import type { Session } from './rows.ts'

/** Files that a restore wrote so far. */
export interface Placed {
  /** Keys of uploaded files in their storage. */
  keys: string[]
  /** Paths in the data directory. */
  paths: string[]
}

interface DatabaseObject {
  /** Word of `drop`: schema, table, view, sequence, function or type. */
  kind: string
  /** Quoted; a function's with the types of its arguments. */
  name: string
}

/** Objects of the schemas that a restore fills, apart from those of extensions; what others depend on comes last. */
const OBJECTS = `
  select kind, name from (
    select 1 as place, 'schema' as kind, quote_ident(nspname) as name, oid from pg_namespace where nspname = 'jobs'
    union all select case relkind when 'v' then 2 when 'S' then 4 else 3 end,
      case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, format('public.%I', relname), oid
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and not relispartition
    union all select 5, 'function', oid::regprocedure::text, oid from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select 6, 'type', format('public.%I', typname), oid from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
  ) as objects
  where not exists (select from pg_depend where objid = objects.oid and deptype = 'e')
  order by place, name`

/** Notes what a database holds; the function that is returned drops everything that came since. */
export async function noteObjects(session: Session): Promise<() => Promise<void>> {
  const before = new Set((await listObjects(session)).map(nameObject))
  return async () => {
    await session.query('rollback')
    const made = (await listObjects(session)).filter((object) => !before.has(nameObject(object)))
    for (const { kind, name } of made) await session.query(`drop ${kind} if exists ${name} cascade`)
  }
}

async function listObjects(session: Session): Promise<DatabaseObject[]> {
  const { rows } = await session.query(OBJECTS)
  return rows.map(({ kind, name }) => ({ kind: String(kind), name: String(name) }))
}

function nameObject({ kind, name }: DatabaseObject): string {
  return `${kind} ${name}`
}

/** Deletes the files again. */
export async function deletePlaced({ keys, paths }: Placed, storage: Storage): Promise<void> {
  for (const key of keys) await storage.deleteFile(key)
  for (const path of paths) rmSync(path, { force: true })
}
