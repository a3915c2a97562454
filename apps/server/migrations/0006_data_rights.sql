-- After how many days what goes: days by kind; a kind that is not there stays.
alter table organizations add column retention jsonb not null default '{}';
