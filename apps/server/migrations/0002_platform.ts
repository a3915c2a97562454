// What the platform keeps for itself: rolling windows of calls, and the news that some credential changed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Shared by all nodes; unlogged, because a window is worth a minute. `hits` holds the milliseconds of the admitted calls of the last minute, ascending.
  await sql`
    create unlogged table rate_limits (
      bucket text primary key,
      hits bigint[] not null default '{}'
    ) with (fillfactor = 50)`.execute(db)

  // Admits one call into all buckets or into none; returns 0, or the place of the bucket that is full. Rows are locked
  // in the order of their names, so that two calls never wait for each other in a circle. The time is the database's,
  // taken after the lock: calls that waited are counted when they are admitted, and nodes need not agree on the time.
  await sql
    .raw(`
    create function take_rate_limit(buckets text[], limits integer[], at_ms bigint default null) returns integer
    language plpgsql as $$
    declare
      at bigint;
      i integer;
      held bigint[];
      size integer;
    begin
      insert into rate_limits (bucket) select b from unnest(buckets) as b order by b on conflict do nothing;
      perform 1 from rate_limits where bucket = any (buckets) order by bucket for update;
      at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      for i in 1 .. cardinality(buckets) loop
        select hits into held from rate_limits where bucket = buckets[i];
        size := cardinality(held);
        -- Ascending: fewer than the limit lie within the minute if the limit-th from the end is older.
        if size >= limits[i] and held[size - limits[i] + 1] > at - 60000 then
          return i;
        end if;
      end loop;
      update rate_limits
        set hits = hits[width_bucket(at - 60000, hits) + 1 :] || greatest(at, hits[cardinality(hits)])
        where bucket = any (buckets);
      return 0;
    end $$`)
    .execute(db)

  // Whoever remembers principals forgets them when a credential or its rights change, before the change is answered.
  await sql`
    create function notify_principals() returns trigger language plpgsql as $$
    begin
      perform pg_notify('principals', '');
      return null;
    end $$`.execute(db)
  for (const [table, events] of Object.entries(principalChanges)) {
    await sql
      .raw(`create trigger ${table}_principals after ${events} on ${table} execute function notify_principals()`)
      .execute(db)
  }
}

const principalChanges = {
  api_keys: 'update or delete',
  users: 'update of role, active, organization_id or delete',
  project_members: 'insert or update or delete',
  user_sessions: 'update of expires_at or delete',
  driver_links: 'update of revoked_at or delete',
}
