-- How slow or quick those are who come to a client or place, and what the work at a stop takes where nobody is known to drive.
alter table learned_times add column comers_factor double precision;
alter table stops add column anybody_duration integer;
