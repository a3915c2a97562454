// The stops of some plans at which something is to be collected, or was.
import type { PaidReport } from '@routewright/contract'
import { sql } from 'kysely'
import type { StopRow } from '../../data/stop-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export interface PaidStopRow extends Pick<StopRow, 'status' | 'plan_id' | 'route_id' | 'cash_on_delivery'> {
  reports: PaidReport[]
}

/** Returns the stops with their reports, by plan and route. */
export async function selectPaidStops(scope: Scope, planIds: readonly string[]): Promise<PaidStopRow[]> {
  const { rows } = await sql<PaidStopRow>`
    select stops.status, stops.plan_id, stops.route_id, stops.cash_on_delivery,
      coalesce((select jsonb_agg(jsonb_build_object('type', reports.type, 'plan_id', reports.plan_id,
          'route_id', reports.route_id, 'payment_collected', reports.payment_collected) order by reports.created_at)
        from reports where reports.stop_id = stops.id), '[]') as reports
    from stops left join routes on routes.id = stops.route_id
    where stops.organization_id = ${scope.organizationId} and stops.plan_id = any(${planIds}::text[])
      and stops.deleted = false
      and (stops.cash_on_delivery is not null or exists (select 1 from reports
        where reports.stop_id = stops.id and reports.payment_collected is not null))
    order by stops.plan_id, routes.created_at nulls last, stops.route_id, stops."order", stops.id`.execute(scope.tx)
  return rows
}
