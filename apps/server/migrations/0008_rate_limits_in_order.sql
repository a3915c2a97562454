-- Two calls could wait for each other in a circle when one of their buckets was new: the one had locked the buckets that were there before it
-- added the new one, the other locked them all in order meanwhile. One of them was answered with 500.

-- As in 0003, but for its locks.
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
