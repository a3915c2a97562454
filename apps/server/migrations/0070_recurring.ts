// Recurring orders, and which day of which order went into which plan.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table recurring_orders (
    id text primary key,
    organization_id text not null references organizations (id),
    project_id text not null references projects (id),
    created_by text,
    label text,
    weekdays jsonb not null,
    every_weeks integer not null default 1 check (every_weeks between 1 and 52),
    starts_on text not null,
    ends_on text,
    exceptions jsonb not null default '[]',
    paused boolean not null default false,
    stop jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted boolean not null default false,
    deleted_at timestamptz
  )`,
  'create index recurring_orders_project on recurring_orders (project_id, created_at, id)',
  // One row for an order and a day: whoever comes second waits for the first, and sees that it is done.
  `create table recurring_fills (
    recurring_order_id text not null references recurring_orders (id),
    organization_id text not null,
    day text not null,
    plan_id text not null,
    stop_id text not null,
    created_at timestamptz not null,
    primary key (recurring_order_id, day)
  )`,
  'create index recurring_fills_plan on recurring_fills (plan_id)',
]
