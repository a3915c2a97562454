-- Where the door of a client or address is and where the van parks, as reports and tracks showed it, each with its evidence.
create table learned_places (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  subject text not null,
  learned_at timestamptz not null,
  label text,
  map jsonb,
  is_by_hand boolean not null default false,
  door jsonb,
  parking jsonb,
  visits integer not null,
  last_seen text,
  is_off boolean not null default false,
  fixed jsonb,
  forgotten_at timestamptz
);
create unique index learned_places_subject on learned_places (project_id, subject);
create index learned_places_of_organization on learned_places (organization_id, id);

-- Where the van goes for a stop, if that is known better than by the map.
alter table stops add column learned_place jsonb;
