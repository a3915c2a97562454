// Queries for the counts of routes: kilometres, hours, money, load.
import { type RawBuilder, sql } from 'kysely'
import { straightMeters } from '../../data/routes.sql.ts'
import type { Days } from './stop-facts.sql.ts'

/**
 * One row for each route. Planned and driven are compared over the same routes: finished ones, of which both are known. Money is
 * what the prices of the route make of its minutes, kilometres, stops, toll and charging on the way (modelling/route-figures.ts), of the plan and of
 * what was driven; a stop that was not tried costs nothing.
 */
function getFacts(days: Days): RawBuilder<unknown> {
  return sql`
    select r.plan_id, r.vehicle_id, r.id as route_id, r.status, r.planned_distance, ${straightMeters('r')} as straight_distance, r.distance_traveled,
      r.max_weight,
      r.vehicle ->> 'fuel_type' as fuel_type, (r.vehicle ->> 'consumption')::double precision as consumption,
      r.travel ->> 'mode' as travel_mode, r.planned_end_time - r.planned_start_time as planned_time,
      extract(epoch from r.end_date - r.start_date) as driven_time,
      (r.time_window ->> 1)::double precision - (r.time_window ->> 0)::double precision as available_time,
      coalesce(r.price_per_minute, 0) / 60 as per_second, coalesce(r.price_per_distance, 0) / 1000 as per_meter,
      coalesce(r.price_per_stop, 0) as per_stop, coalesce(r.toll_price, 0) + charging.cost as fixed, load.*,
      (r.status = 'finished' and r.distance_traveled is not null and r.planned_distance is not null) as has_distance,
      (r.status = 'finished' and r.end_date > r.start_date and r.planned_end_time > r.planned_start_time) as has_time
    from ${days} as days join routes r on r.plan_id = days.id and r.deleted = false
    cross join lateral (
      select count(*) as stops, count(*) filter (where s.status = 'completed') as completed,
        count(*) filter (where s.status <> 'pending') as tried,
        coalesce(sum(s.weight) filter (where s.type <> 'visit'), 0) as weight
      from stops s where s.route_id = r.id and s.deleted = false and r.status = 'finished'
    ) load
    cross join lateral (
      select coalesce(sum((visit ->> 'cost')::double precision), 0) as cost
      from jsonb_array_elements(coalesce(r.planned_charge -> 'charging', '[]')) as visits(visit)
    ) charging`
}

/** Counts of `routeCounts` by plan, vehicle and route. */
export function routeFigures(days: Days): RawBuilder<unknown> {
  return sql`
    select plan_id, vehicle_id, route_id, fuel_type, consumption, travel_mode,
      1 as total_routes, (status = 'finished')::integer as finished_routes,
      case when has_distance then planned_distance else 0 end as planned_distance,
      case when has_distance then coalesce(straight_distance, 0) else 0 end as straight_distance,
      case when has_distance then distance_traveled else 0 end as driven_distance,
      case when has_time then planned_time else 0 end as planned_time,
      case when has_time then driven_time else 0 end as driven_time,
      is_priced::integer as priced_routes,
      case when is_priced then completed else 0 end as priced_stops,
      case when is_priced then distance_traveled else 0 end as priced_distance,
      case when is_priced then planned_time * per_second + planned_distance * per_meter + stops * per_stop + fixed
        else 0 end as planned_cost,
      case when is_priced then driven_time * per_second + distance_traveled * per_meter + tried * per_stop + fixed
        else 0 end as driven_cost,
      case when has_time and available_time > 0 then available_time else 0 end as available_time,
      case when has_time and available_time > 0 then planned_time else 0 end as used_time,
      case when status = 'finished' and max_weight > 0 then weight else 0 end as carried_weight,
      case when status = 'finished' and max_weight > 0 then max_weight else 0 end as weight_capacity
    from (
      select *, has_distance and has_time and per_second + per_meter + per_stop + fixed > 0 as is_priced
      from (${getFacts(days)}) known
    ) facts`
}
