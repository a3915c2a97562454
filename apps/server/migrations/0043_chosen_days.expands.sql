-- Recurring orders of which only so many of their weekdays are visited: the week plan chooses which, so many days apart.
alter table recurring_orders add column visits_per_week integer check (visits_per_week between 1 and 7);
alter table recurring_orders add column min_days_between integer check (min_days_between between 1 and 7);
