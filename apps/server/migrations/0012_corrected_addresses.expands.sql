-- Places that people put right, by the address as it was written.
create table corrected_addresses (
  id text primary key,
  organization_id text not null references organizations (id),
  address text not null,
  address_key text not null,
  location jsonb not null,
  corrected_by text,
  corrected_at timestamptz not null
);
create unique index corrected_addresses_key on corrected_addresses (organization_id, address_key);
create index corrected_addresses_newest on corrected_addresses (organization_id, corrected_at, id);
