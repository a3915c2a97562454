-- Who recorded a report: the driver, a dispatcher by hand, or a program.
alter table reports add column reporter text check (reporter in ('driver', 'dispatcher', 'program'));
