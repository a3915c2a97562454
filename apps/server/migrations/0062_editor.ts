// What the plan editor keeps beside the records: pins, where copies came from, and results of optimization to look at first.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table stop_pins (
    stop_id text primary key references stops (id),
    organization_id text not null references organizations (id),
    plan_id text not null references plans (id),
    pin text not null check (pin in ('route', 'place')),
    created_by text,
    created_at timestamptz not null
  )`,
  'create index stop_pins_plan on stop_pins (plan_id)',
  `create table plan_copies (
    plan_id text primary key references plans (id),
    organization_id text not null references organizations (id),
    origin_plan_id text not null references plans (id),
    origin_label text,
    copied_at timestamptz not null
  )`,
  'create index plan_copies_origin on plan_copies (origin_plan_id)',
  `alter table optimization_runs
    add column mode text not null default 'from_scratch'
      check (mode in ('from_scratch', 'keep_assignment', 'insert_only')),
    add column hold boolean not null default false,
    add column config jsonb,
    add column applied_at timestamptz,
    add column discarded_at timestamptz`,
  // Large, so apart from the rows that beat every second.
  `create table optimization_results (
    run_id text primary key references optimization_runs (id) on delete cascade,
    organization_id text not null references organizations (id),
    plan_id text not null,
    curve jsonb not null default '[]',
    tracks jsonb,
    result jsonb,
    comparison jsonb
  )`,
]
