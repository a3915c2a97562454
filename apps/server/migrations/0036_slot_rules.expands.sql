-- What the seller allows of slots in a project, and what his rules count of promises: zones of the place, who it is for (a digest), of which class.
alter table projects add column slot_rules jsonb not null default '{}';
alter table slot_promises
  add column zone_ids jsonb not null default '[]',
  add column customer text,
  add column customer_class text,
  add column ignores_rules boolean not null default false;
create index slot_promises_live on slot_promises (project_id, day) where released_at is null;
