-- Who took the goods of a stop, or where they were left: told to recipients in their own language.
alter table reports add column taken_by text, add column taker_name text;
alter table report_conflicts add column taken_by text, add column taker_name text;
