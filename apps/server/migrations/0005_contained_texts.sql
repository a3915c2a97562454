-- Texts that stand anywhere in a stop or a parcel are found by their trigrams. pg_trgm comes with PostgreSQL (in some
-- distributions by the package postgresql-contrib); whoever may create the tables may create it.
create extension if not exists pg_trgm;

-- Everything that a search for a text looks through, a line each.
create function stop_texts(label text, external_id text, client_external_id text, phone text, email text,
  reference_person text, location jsonb) returns text
language sql immutable parallel safe
as $$ select coalesce(label, '') || e'\n' || coalesce(external_id, '') || e'\n' || coalesce(client_external_id, '') || e'\n'
  || coalesce(phone, '') || e'\n' || coalesce(email, '') || e'\n' || coalesce(reference_person, '') || e'\n'
  || coalesce(location ->> 'label', '') || ' ' || coalesce(location ->> 'street', '') || ' '
  || coalesce(location ->> 'city', '') || ' ' || coalesce(location ->> 'postal_code', '') $$;

-- New entries wait in a list until a job sorts them in: whoever writes stops is not kept waiting for it, and whoever searches looks
-- through the list too. So does the list of the words of names from now on.
set local maintenance_work_mem = '256MB';
create index stops_texts on stops using gin
  (stop_texts(label, external_id, client_external_id, phone, email, reference_person, location) gin_trgm_ops)
  with (gin_pending_list_limit = 65536);
create index packages_texts on packages using gin (identifier gin_trgm_ops) with (gin_pending_list_limit = 65536);
alter index stops_words set (gin_pending_list_limit = 65536);

-- Pages deep in the list of all stops of a project are counted off in the index alone.
drop index stops_project;
create index stops_project on stops (project_id, created_at, id) include (deleted);
create index stops_planless on stops (project_id) where plan_id is null;
