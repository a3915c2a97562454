-- Batteries of electric vehicles, and what is planned to be left in them along a route.
alter table vehicles add column default_battery jsonb;
alter table routes add column battery jsonb;
alter table routes add column planned_charge jsonb;
