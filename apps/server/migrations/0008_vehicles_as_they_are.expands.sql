-- How a vehicle travels: its mode, its size, what it carries, and roads it would rather not take. Empty: as usual for the plan's mode.
alter table vehicles add column default_travel jsonb;
alter table routes add column travel jsonb;
