-- Events that tell what is about to happen: the thresholds of a webhook, routes to look at, and what a webhook was told.

alter table webhooks
  add column expected_within_minutes integer,
  add column within_meters integer,
  add column late_by_minutes integer,
  add column delayed_by_minutes integer,
  add column position_every_seconds integer;

-- The only webhook that gets the event; null for every webhook that wants its kind.
alter table events add column webhook_id text;

-- Routes whose estimates have changed since a webhook was last told about them.
create table forecast_notes (
  route_id text primary key,
  organization_id text not null,
  created_at timestamptz not null
);

-- What a webhook was told of a stop or route: once for each cause, or again after a moment.
create table told_forecasts (
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text not null,
  resource_id text not null,
  cause text not null,
  told_at timestamptz not null,
  again_at timestamptz,
  primary key (webhook_id, event_id, resource_id, cause)
);

create index told_forecasts_told_at on told_forecasts (told_at);
