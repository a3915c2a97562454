-- How much longer roads take at each hour of the week in a project, by group of roads: 168 factors each.
alter table projects add column traffic_week jsonb;
