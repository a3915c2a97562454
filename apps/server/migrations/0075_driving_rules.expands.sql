-- Which law on driving and working time holds, what the tachograph or the log says is left, and all breaks of a route.
alter table projects add column driving_rules jsonb;
alter table vehicles add column default_driving_rules jsonb;
alter table vehicles add column default_driving_log jsonb;
alter table drivers add column driving_rules jsonb;
alter table drivers add column driving_log jsonb;
alter table routes add column driving_rules jsonb;
alter table routes add column driving_log jsonb;
alter table routes add column breaks jsonb not null default '[]';
update routes set breaks = jsonb_build_array(break_stop) where break_stop is not null;
