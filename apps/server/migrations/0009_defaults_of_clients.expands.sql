-- What the stops of an entry of the address book weigh, take up, and how long they may be on the way.
alter table clients add column default_weight double precision;
alter table clients add column default_volume double precision;
alter table clients add column default_max_delivery_time integer;
