-- Whether straight lines are part of the ways to the stop before and the stop after, because no roads are known there; null for ways on roads.
-- And whether no roads are known at all for the vehicle of a route, so that all of its way is straight lines; null where some are known.

alter table stops add column is_straight_to_previous_stop boolean, add column is_straight_to_next_stop boolean;
alter table routes add column is_off_roads boolean;
