-- Phones on which drivers are signed in, and the codes by which they sign in. Only digests are kept of what opens something.
create table driver_devices (
  id text primary key,
  organization_id text not null references organizations (id),
  driver_id text not null references drivers (id),
  token_digest bytea not null unique,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index driver_devices_driver on driver_devices (driver_id);

create table driver_codes (
  id text primary key,
  organization_id text not null references organizations (id),
  driver_id text not null references drivers (id),
  -- Of the sign-in that the driver began; a code that a dispatcher made has none.
  step_digest bytea,
  code_digest bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index driver_codes_driver on driver_codes (driver_id);
create index driver_codes_step on driver_codes (step_digest) where step_digest is not null;
create index driver_codes_code on driver_codes (code_digest) where step_digest is null;

-- Links that a signed-in phone opened its routes by end with it.
alter table driver_links add column device_id text references driver_devices (id) on delete set null;
create index driver_links_device on driver_links (device_id) where device_id is not null;

-- Whoever signs in says a number or an address, and nothing of where it is known.
create index drivers_phone on drivers (phone_from_end(phone) text_pattern_ops) where phone is not null and not deleted;
create index drivers_email on drivers (lower(email)) where email is not null and not deleted;
