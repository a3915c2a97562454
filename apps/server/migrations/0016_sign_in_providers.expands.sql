-- Signing in with a company's own accounts: its providers, who is who there, and the sessions that they opened.
create table sign_in_providers (
  id text primary key,
  organization_id text not null references organizations (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  scope text not null default 'openid email profile',
  enabled boolean not null default true,
  email_domains jsonb not null default '[]',
  trusts_emails boolean not null default false,
  creates_people boolean not null default false,
  groups_claim text,
  group_roles jsonb not null default '[]',
  default_role text check (
    default_role in ('organization_administrator', 'organization_manager', 'organization_user')),
  secret text
);
create index sign_in_providers_of_organization on sign_in_providers (organization_id, id);
create table provider_identities (
  id text primary key,
  organization_id text not null references organizations (id),
  provider_id text not null references sign_in_providers (id) on delete cascade,
  user_id text not null references users (id),
  subject text not null,
  created_at timestamptz not null
);
create unique index provider_identities_subject on provider_identities (provider_id, subject);
create index provider_identities_user on provider_identities (user_id);
-- Which provider opened a session, and where it signs out, which is encrypted.
alter table user_sessions add column provider_id text;
alter table user_sessions add column logout_url text;
create index user_sessions_provider on user_sessions (provider_id) where provider_id is not null;
-- One more kind of sign-in that is not finished; older versions know the others and write no other.
alter table sign_in_steps drop constraint sign_in_steps_kind_check;
alter table sign_in_steps add constraint sign_in_steps_kind_check
  check (kind in ('second_factor', 'enrollment', 'authenticator', 'new_passkey', 'passkey', 'provider'));
