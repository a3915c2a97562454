-- Recipients who were asked to choose a window for their stop: until when, among which days, and what they answered.
create table slot_choices (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  stop_id text not null,
  first_day text,
  last_day text,
  closes_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'chosen', 'declined', 'ended')),
  answered_at timestamptz,
  remind_at timestamptz
);
create unique index slot_choices_stop on slot_choices (stop_id);
create index slot_choices_to_remind on slot_choices (remind_at) where remind_at is not null and state = 'asked';
create index slot_choices_of_organization on slot_choices (organization_id, id);
