-- Extracts that people added, and the shipped one while nobody took it away. They belong to the service: all organizations share them.
create table map_extracts (
  id text primary key,
  source text not null constraint map_extracts_source check (source in ('shipped', 'region', 'file')),
  name text not null,
  url text,
  state text not null constraint map_extracts_state check (state in ('waiting', 'fetching', 'ready', 'failed')),
  version integer not null default 1,
  file text,
  size_bytes bigint,
  progress double precision,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create function notify_map_extracts() returns trigger language plpgsql as $$
begin
  perform pg_notify('map_extracts', '');
  return null;
end $$;

create trigger map_extracts_changed after insert or update of file or delete on map_extracts execute function notify_map_extracts();

insert into map_extracts (id, source, name, state, created_at, updated_at)
values ('000000000000000000000001', 'shipped', 'Liechtenstein', 'ready', '2024-03-04', '2024-03-04');
