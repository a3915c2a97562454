// People's own doings: the language they read, invitations, forgotten passwords, and the link of the first start.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const languages = "('en', 'es', 'fr', 'de', 'pt')"

const statements = [
  `alter table users add column language text not null default 'en' check (language in ${languages})`,
  // Only digests of links are kept. A user comes to be when the invitation is accepted.
  `create table invitations (
    id text primary key,
    organization_id text not null references organizations (id),
    email text not null,
    name text,
    role text not null check (role in ('organization_administrator', 'organization_manager', 'organization_user')),
    memberships jsonb not null default '[]',
    language text not null default 'en' check (language in ${languages}),
    token_digest bytea not null unique,
    invited_by text,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    withdrawn_at timestamptz,
    created_at timestamptz not null
  )`,
  'create index invitations_organization on invitations (organization_id, id)',
  // One open invitation for an address in an organization.
  `create unique index invitations_open on invitations (organization_id, lower(email))
    where accepted_at is null and withdrawn_at is null`,
  `create table password_resets (
    id text primary key,
    user_id text not null references users (id),
    token_digest bytea not null unique,
    expires_at timestamptz not null,
    used_at timestamptz,
    created_at timestamptz not null
  )`,
  'create index password_resets_user on password_resets (user_id)',
  `create table setup_links (
    id text primary key,
    token_digest bytea not null unique,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
]
