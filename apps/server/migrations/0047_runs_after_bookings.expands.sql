-- Optimizations that the service begins by itself when bookings have made a day worse, and what takes back what they did.
-- Older versions that still run would take one for a search whose result waits, and not be wrong about the plan.
alter table optimization_runs add column after_bookings boolean not null default false;
alter table optimization_results add column undo jsonb;
