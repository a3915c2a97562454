-- What comes back from deliveries that failed, and how often they are tried.
alter table stops add column returned_at timestamptz, add column return_to_sender_at timestamptz;
alter table packages add column returned_at timestamptz;
alter table clients add column max_attempts integer;
create index stops_aboard on stops (aboard_route_id) where aboard_route_id is not null;

alter table plan_figures
  add column attempts integer not null default 0,
  add column returned_stops integer not null default 0,
  add column sender_stops integer not null default 0;
alter table plan_group_figures
  add column attempts integer not null default 0,
  add column returned_stops integer not null default 0,
  add column sender_stops integer not null default 0;
