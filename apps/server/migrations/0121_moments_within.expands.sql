-- How far the moment of a report may be off, seconds, as the phone knows from its clocks. Null where it does not say.
alter table reports add column moment_within integer;
alter table report_conflicts add column moment_within integer;
