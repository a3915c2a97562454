-- How slow or quick drivers and vehicles work at stops, among what is learned of service times.
alter table learned_times drop constraint learned_times_kind_check;
alter table learned_times add constraint learned_times_kind_check
  check (kind in ('project', 'type', 'load', 'first', 'client', 'place', 'driver', 'vehicle'));
alter table learned_times add column fixed_factor double precision;
alter table learned_times add column spread double precision;
