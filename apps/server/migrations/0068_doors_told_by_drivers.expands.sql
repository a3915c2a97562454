-- Drivers may tell where the door of a stop is, beside problems and how the day was.
alter table driver_notes drop constraint driver_notes_kind_check;
alter table driver_notes add constraint driver_notes_kind_check check (kind in ('problem', 'survey', 'door'));
