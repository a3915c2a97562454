-- The index of texts knows the project as well: who searches in a small project does not read what a large one beside it has
-- of the same letters. btree_gin comes with PostgreSQL as pg_trgm does.
create extension if not exists btree_gin;
set local maintenance_work_mem = '256MB';
drop index stops_texts;
create index stops_texts on stops using gin
  (project_id, stop_texts(label, external_id, client_external_id, phone, email, reference_person, location) gin_trgm_ops)
  with (gin_pending_list_limit = 65536);
