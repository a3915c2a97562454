-- How much of the planned distance of finished routes are straight lines, in the figures of plans whose day is over.

alter table plan_figures add column straight_distance double precision not null default 0;
