-- How slow or quick drivers drive, beside how they work; and what the times of a route count with.
alter table learned_times add column driving jsonb;
alter table learned_times add column fixed_driving double precision;
alter table routes add column drive_factor double precision;
