-- The audit log as a chain: every entry carries a number without gaps and a hash over itself and the entry before it. What
-- was changed stands in the hash by a salted digest only, so that it can be erased and the chain still holds.
alter table audit_log add column number bigint;
alter table audit_log add column salt text;
alter table audit_log add column changes_digest text;
alter table audit_log add column hash text;
alter table audit_log add column redacted_at timestamptz;

-- Where the chain of an organization ends, and how far it was shortened at its beginning.
create table audit_heads (
  organization_id text primary key references organizations (id),
  number bigint not null default 0,
  hash text not null default '',
  trimmed_number bigint not null default 0,
  trimmed_hash text not null default ''
);

-- audit/verify.ts writes the same text.
create function chain_audit_entry(entry_id text) returns void language plpgsql as $$
declare
  entry audit_log;
  head audit_heads;
begin
  select * into entry from audit_log where id = entry_id;
  if entry.id is null then
    return;
  end if;
  insert into audit_heads (organization_id) values (entry.organization_id) on conflict do nothing;
  select * into head from audit_heads where organization_id = entry.organization_id for update;
  if entry.changes is not null then
    entry.salt := gen_random_uuid()::text;
    entry.changes_digest := encode(sha256(convert_to(entry.salt || entry.changes::text, 'UTF8')), 'hex');
  end if;
  entry.number := head.number + 1;
  entry.hash := encode(sha256(convert_to(concat_ws(E'\n', head.hash, entry.number, entry.id, entry.organization_id,
    coalesce(entry.project_id, ''), entry.actor::text, entry.action, entry.resource_type, entry.resource_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint, coalesce(entry.changes_digest, '')), 'UTF8')), 'hex');
  update audit_log set number = entry.number, salt = entry.salt, changes_digest = entry.changes_digest, hash = entry.hash
    where id = entry.id;
  update audit_heads set number = entry.number, hash = entry.hash where organization_id = entry.organization_id;
end $$;

create function audit_log_chained() returns trigger language plpgsql as $$
begin
  perform chain_audit_entry(new.id);
  return null;
end $$;

do $$
declare
  entry record;
begin
  for entry in select id from audit_log order by organization_id, id loop
    perform chain_audit_entry(entry.id);
  end loop;
end $$;

-- With the commit, as the last thing: transactions of an organization then wait for each other no longer than a commit takes.
create constraint trigger audit_log_chain after insert on audit_log deferrable initially deferred
  for each row execute function audit_log_chained();
create unique index audit_log_number on audit_log (organization_id, number);
create index audit_log_resource on audit_log (organization_id, resource_id);
drop index audit_log_organization;
