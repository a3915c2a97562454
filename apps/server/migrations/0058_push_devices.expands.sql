-- Devices that get alerts while page or app is closed: of somebody who plans, or of the driver that a link was sent to.
create table push_devices (
  id text primary key,
  organization_id text not null references organizations (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  user_id text references users (id),
  route_id text references routes (id),
  link_id text references driver_links (id),
  driver_id text references drivers (id),
  endpoint_digest bytea not null,
  sealed text not null,
  public_key text not null,
  language text not null check (language in ('en', 'es', 'fr', 'de', 'pt'))
);
create unique index push_devices_endpoint on push_devices (organization_id, endpoint_digest);
create index push_devices_of_user on push_devices (user_id) where user_id is not null;
create index push_devices_of_route on push_devices (route_id) where route_id is not null;
create index push_devices_of_link on push_devices (link_id) where link_id is not null;
create index push_devices_of_driver on push_devices (driver_id) where driver_id is not null;
