// Messages to recipients: settings of projects, what happened (notes), the messages themselves, and who wants none.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table projects
    add column messages jsonb not null default '{}',
    add column branding jsonb not null default '{}',
    add column recipient_page jsonb not null default '{}',
    add column sends_messages boolean not null default false`,

  `create table project_logos (
    project_id text primary key references projects (id),
    organization_id text not null references organizations (id),
    content_type text not null,
    bytes bytea not null,
    digest text not null,
    created_at timestamptz not null
  )`,

  // Written by the transaction that it tells of; gone once it was worked off.
  `create table message_notes (
    id bigint generated always as identity primary key,
    organization_id text not null references organizations (id),
    project_id text not null,
    note text not null,
    resource_id text not null,
    created_at timestamptz not null,
    due_at timestamptz not null
  )`,
  'create index message_notes_due on message_notes (due_at, id)',
  // Estimates change with every position: one note for each route is enough until it was worked off.
  `create unique index message_notes_estimates on message_notes (resource_id) where note = 'route_estimated'`,

  `create table messages (
    id text primary key,
    organization_id text not null references organizations (id),
    project_id text not null,
    plan_id text,
    route_id text,
    -- No reference: checking it would wait for drivers' locks on their stops, which may wait for this transaction.
    stop_id text not null,
    kind text not null,
    channel text not null,
    occasion text not null,
    status text not null,
    recipient text not null,
    language text not null,
    subject text,
    body text,
    reason_code text,
    reason text,
    attempts integer not null default 0,
    told_at timestamptz,
    told_from timestamptz,
    told_to timestamptz,
    next_attempt_at timestamptz,
    leased_until timestamptz,
    sent_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (stop_id, kind, channel, occasion)
  )`,
  `create index messages_waiting on messages (next_attempt_at, id) where status in ('queued', 'held')`,
  'create index messages_log on messages (project_id, created_at desc, id desc)',

  `create table message_refusals (
    project_id text not null,
    organization_id text not null references organizations (id),
    contact text not null,
    created_at timestamptz not null,
    primary key (project_id, contact)
  )`,
]
