// The drivers' app: calls that may be repeated, pictures that follow their report, and what drivers tell of the day.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What was done under an id of the caller is not done again.
  `create table driver_calls (
    route_id text not null references routes (id),
    client_id text not null,
    created_at timestamptz not null,
    primary key (route_id, client_id)
  )`,
  // A report may name pictures that are still on the phone: their row and address exist, their bytes come later.
  'alter table report_images add column client_id text',
  'alter table report_images alter column storage_key drop not null',
  'alter table report_images alter column content_type drop not null',
  'alter table report_images alter column bytes drop not null',
  'alter table report_images alter column sha256 drop not null',
  'create unique index report_images_client_id on report_images (stop_id, client_id) where client_id is not null',
  `create table driver_notes (
    id text primary key,
    organization_id text not null references organizations (id),
    project_id text not null references projects (id),
    plan_id text not null,
    route_id text not null references routes (id),
    stop_id text,
    kind text not null check (kind in ('problem', 'survey')),
    category text,
    rating integer check (rating between 1 and 5),
    comments text,
    location jsonb,
    client_id text,
    created_at timestamptz not null,
    received_at timestamptz not null
  )`,
  'create unique index driver_notes_client_id on driver_notes (route_id, client_id) where client_id is not null',
  'create index driver_notes_plan on driver_notes (plan_id, created_at, id)',
  // Earlier visits of the same door are found by its place (stops_client finds them by the address book).
  `create index stops_place on stops (project_id, (location->>'lat'), (location->>'lng')) where location is not null`,
]
