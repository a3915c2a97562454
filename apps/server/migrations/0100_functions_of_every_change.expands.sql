-- The functions that run with every change and every call do less; what they do stays the same.

-- Figures that the transaction has forgotten once stay forgotten: the lock keeps everybody from writing them anew before it is over.
-- A transaction that writes figures itself says so by emptying the setting (data/plan-figures.sql.ts).
create or replace function forget_plan_figures(changed text[]) returns void language plpgsql as $$
declare
  single text := changed[1];
  forgotten text;
begin
  if cardinality(changed) = 1 then
    forgotten := coalesce(current_setting('routewright.forgotten', true), '');
    if position(single in forgotten) > 0 then
      return;
    end if;
    perform pg_advisory_xact_lock_shared(71, hashtext(single) & 1023);
    delete from plan_words where plan_id = single;
    delete from plan_group_figures where plan_id = single;
    delete from plan_figures where plan_id = single;
    perform set_config('routewright.forgotten', forgotten || single || ' ', true);
    return;
  end if;
  perform pg_advisory_xact_lock_shared(71, lock) from (
    select distinct hashtext(p) & 1023 as lock from unnest(changed) as p where p is not null
  ) locks;
  delete from plan_words where plan_id = any (changed);
  delete from plan_group_figures where plan_id = any (changed);
  delete from plan_figures where plan_id = any (changed);
end $$;

-- A caller who is far below his limit needs no look at his earlier calls: so many in all are free, and their counting is one statement.
alter table rate_limits
  -- Up to so many calls in all, none can be one too many.
  add column free_until bigint not null default 0,
  -- Under this limit.
  add column free_limit bigint not null default 0;

create or replace function take_rate_limit(buckets text[], limits integer[], at_ms bigint default null) returns integer
language plpgsql as $$
declare
  at bigint;
  single text := buckets[1];
  heads rate_limits[];
  head rate_limits;
begin
  if cardinality(buckets) = 1 then
    -- Whoever waits here for another call is counted at the time after the wait: the row is looked at anew then, and the clock with it.
    update rate_limits set total = total + 1,
      hits = hits || greatest(coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint), hits[cardinality(hits)])
      where bucket = single and total < free_until and free_limit = limits[1] and cardinality(hits) < 64;
    if found then
      return 0;
    end if;
    select * into head from rate_limits where bucket = single for update;
    if found then
      at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      if head.total >= limits[1] and is_rate_full(head, limits[1], at) then
        return 1;
      end if;
      if head.free_limit <> limits[1] then
        update rate_limits set free_limit = limits[1], free_until = 0 where bucket = single returning * into head;
      end if;
      perform count_call(head, at);
      return 0;
    end if;
  end if;
  -- Locks all or nothing: who held some of them while it added others could hold up somebody who holds up him.
  heads := array(select r from rate_limits r where bucket = any (buckets)
    and (select count(*) from rate_limits where bucket = any (buckets)) = cardinality(buckets) order by bucket for update);
  if cardinality(heads) = 0 and cardinality(buckets) > 0 then
    insert into rate_limits (bucket, free_until, free_limit)
      select b, l, l from unnest(buckets, limits) as n(b, l) order by b on conflict do nothing;
    heads := array(select r from rate_limits r where bucket = any (buckets) order by bucket for update);
  end if;
  at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  for place in 1 .. cardinality(buckets) loop
    foreach head in array heads loop
      if head.bucket = buckets[place] and is_rate_full(head, limits[place], at) then
        return place;
      end if;
    end loop;
  end loop;
  foreach head in array heads loop
    perform count_call(head, at);
  end loop;
  return 0;
end $$;

create or replace function count_call(head rate_limits, at bigint) returns void language plpgsql as $$
declare
  kept bigint;
begin
  if cardinality(head.hits) < 64 then
    update rate_limits set total = total + 1, hits = hits || greatest(at, hits[cardinality(hits)])
      where bucket = head.bucket;
  else
    insert into rate_limit_pieces values (head.bucket, (head.total - 1) / 64, head.hits)
      on conflict (bucket, number) do update set hits = excluded.hits;
    delete from rate_limit_pieces where bucket = head.bucket and hits[64] <= at - 60000;
    -- What is in no piece any more is older than a minute; of what is, none is counted less than once.
    select count(*) * 64 into kept from rate_limit_pieces where bucket = head.bucket;
    update rate_limits set total = total + 1, hits = array[greatest(at, head.hits[64])],
      free_until = head.total + head.free_limit - kept
      where bucket = head.bucket;
  end if;
end $$;
