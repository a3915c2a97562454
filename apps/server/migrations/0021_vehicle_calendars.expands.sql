-- What a vehicle has to do as a calendar that programs subscribe to: the digest of the secret in its address.
alter table vehicles add column calendar_digest bytea;
create unique index vehicles_calendar on vehicles (calendar_digest) where calendar_digest is not null;
