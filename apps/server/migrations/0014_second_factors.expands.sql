-- Signing in with more than a password: authenticator apps, passkeys, recovery codes, and sign-ins that wait for one of them.
alter table organizations add column second_factor_from timestamptz;

-- One for each person. The secret is encrypted; `last_step` is the half minute of the newest code that was used.
create table authenticators (
  id text primary key,
  organization_id text not null references organizations (id),
  user_id text not null unique references users (id),
  secret text not null,
  last_step bigint not null,
  wrong_codes integer not null default 0,
  wrong_at timestamptz,
  created_at timestamptz not null
);

create table passkeys (
  id text primary key,
  organization_id text not null references organizations (id),
  user_id text not null references users (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null default '[]',
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  id text primary key,
  organization_id text not null references organizations (id),
  user_id text not null references users (id),
  code_digest bytea not null,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- What was begun and is not finished; who it is is not known yet where a passkey will tell. `content` is encrypted.
create table sign_in_steps (
  id text primary key,
  user_id text references users (id),
  token_digest bytea not null unique,
  kind text not null check (kind in ('second_factor', 'enrollment', 'authenticator', 'new_passkey', 'passkey')),
  content text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_steps_user on sign_in_steps (user_id);
create index sign_in_steps_end on sign_in_steps (expires_at);
