-- What a driver does on a route under a law on driving and working time, so that his other routes begin with what is left; and whether it counts.
alter table routes add column driver_work jsonb;
create index routes_driver_work on routes (project_id) where driver_work is not null and deleted = false;
alter table projects add column counts_driven_days boolean not null default true;
