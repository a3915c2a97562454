-- How much of a route's planned distance are straight lines, because no roads are known there; null for none.

alter table routes add column straight_distance double precision;
