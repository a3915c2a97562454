-- When drivers' calls happened by their phones, and how far that may be off: one call is as sure or unsure as another.
alter table driver_calls add column at timestamptz, add column moment_within integer;
alter table driver_notes add column moment_within integer;
