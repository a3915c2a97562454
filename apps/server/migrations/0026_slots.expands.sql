-- What was promised to customers. `stop` holds what the stop will be only until it is made, or the promise is over.
create table slot_promises (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  key text not null,
  day text not null,
  opens integer not null,
  closes integer not null,
  held_until timestamptz not null,
  offer jsonb not null,
  stop jsonb,
  stop_id text,
  booked_at timestamptz,
  released_at timestamptz,
  changed_by_hand_at timestamptz,
  agreed_by text
);
create unique index slot_promises_key on slot_promises (project_id, key);
create index slot_promises_held on slot_promises (project_id, day) where booked_at is null and released_at is null;
create unique index slot_promises_stop on slot_promises (stop_id) where stop_id is not null;
create index slot_promises_of_organization on slot_promises (organization_id, id);
-- One row for each day that something was ever held on: whoever gives a slot of the day away locks it first.
create table slot_days (
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  day text not null,
  given bigint not null default 0,
  primary key (project_id, day)
);
create index slot_days_of_organization on slot_days (organization_id);
