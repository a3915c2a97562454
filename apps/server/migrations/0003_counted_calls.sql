-- The counted calls of a credential in pieces of 64: one call more rewrites one small row, however many there were before.
drop table rate_limits;

-- Shared by all nodes; unlogged, because a window is worth a minute.
create unlogged table rate_limits (
  bucket text primary key,
  -- How many calls were admitted since the row began.
  total bigint not null default 0,
  -- Milliseconds of the last of them, ascending: those that are in no piece yet, at most 64.
  hits bigint[] not null default '{}'
) with (fillfactor = 50);

-- The admitted calls before them: piece n holds those from 64 n on. Pieces older than a minute are deleted.
create unlogged table rate_limit_pieces (
  bucket text not null,
  number bigint not null,
  hits bigint[] not null default '{}',
  primary key (bucket, number)
);

-- Admits one call into all buckets or into none; returns 0, or the place of the bucket that is full. Rows are locked in the
-- order of their names, so that two calls never wait for each other in a circle. The time is the database's, taken after the
-- lock: calls that waited are counted when they are admitted, and nodes need not agree on the time.
create or replace function take_rate_limit(buckets text[], limits integer[], at_ms bigint default null) returns integer
language plpgsql as $$
declare
  at bigint;
  heads rate_limits[];
  head rate_limits;
  place bigint;
  hit bigint;
  fullest integer;
begin
  -- Locks all or nothing: who held some of them while it added others could hold up somebody who holds up him.
  heads := array(select r from rate_limits r where bucket = any (buckets)
    and (select count(*) from rate_limits where bucket = any (buckets)) = cardinality(buckets) order by bucket for update);
  if cardinality(heads) = 0 and cardinality(buckets) > 0 then
    insert into rate_limits (bucket) select b from unnest(buckets) as b order by b on conflict do nothing;
    heads := array(select r from rate_limits r where bucket = any (buckets) order by bucket for update);
  end if;
  at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  foreach head in array heads loop
    -- Fewer than the limit lie within the minute if the limit-th from the end is older; what is gone is older.
    hit := null;
    place := head.total - limits[array_position(buckets, head.bucket)];
    if place >= head.total - cardinality(head.hits) then
      hit := head.hits[place - head.total + cardinality(head.hits) + 1];
    elsif place >= 0 then
      select hits[place % 64 + 1] into hit from rate_limit_pieces where bucket = head.bucket and number = place / 64;
    end if;
    if hit > at - 60000 then
      fullest := least(fullest, array_position(buckets, head.bucket));
    end if;
  end loop;
  if fullest is not null then
    return fullest;
  end if;
  foreach head in array heads loop
    if cardinality(head.hits) < 64 then
      update rate_limits set total = total + 1, hits = hits || greatest(at, hits[cardinality(hits)])
        where bucket = head.bucket;
    else
      insert into rate_limit_pieces values (head.bucket, (head.total - 1) / 64, head.hits)
        on conflict (bucket, number) do update set hits = excluded.hits;
      delete from rate_limit_pieces where bucket = head.bucket and hits[64] <= at - 60000;
      update rate_limits set total = total + 1, hits = array[greatest(at, head.hits[64])] where bucket = head.bucket;
    end if;
  end loop;
  return 0;
end $$;
