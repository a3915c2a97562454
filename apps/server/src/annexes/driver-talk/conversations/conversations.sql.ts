// An overview of a project's conversations: one statement over messages, routes and plans.
import { sql } from 'kysely'
import type { Scope } from '../../../frame/platform/scope.ts'

/** Which routes: those of a plan, or of the plans of a project whose day lies between. */
export type ConversationPlace = { planId: string } | { projectId: string; start: Date; end: Date }

export interface ConversationRow {
  route_id: string
  plan_id: string
  execution_date: Date
  plan_label: string | null
  route_label: string | null
  vehicle_label: string | null
  unread: number
  latest_id: string
  ping_id: string | null
  driver_wrote_at: Date | null
}

/** Returns conversations with a message, the newest message first. */
export async function selectConversations(
  scope: Scope,
  place: ConversationPlace,
  limit: number,
): Promise<ConversationRow[]> {
  const isWithin =
    'planId' in place
      ? sql`p.id = ${place.planId}`
      : sql`p.project_id = ${place.projectId} and p.execution_date between ${place.start} and ${place.end}`
  const { rows } = await sql<ConversationRow>`
    select m.route_id, p.id as plan_id, p.execution_date, p.label as plan_label, r.label as route_label,
      r.vehicle_label, m.unread, m.latest_id, m.ping_id, m.driver_wrote_at
    from plans p join routes r on r.plan_id = p.id and not r.deleted cross join lateral (
      select route_id, max(received_at) as latest_at, (array_agg(id order by received_at desc, id desc))[1] as latest_id,
        (array_agg(id order by received_at desc, id desc) filter (where kind = 'ping'))[1] as ping_id,
        max(received_at) filter (where sender = 'driver') as driver_wrote_at,
        (count(*) filter (where sender = 'driver' and read_at is null))::integer as unread
      from route_messages where route_messages.route_id = r.id and route_messages.plan_id = p.id group by route_id
    ) m
    where p.organization_id = ${scope.organizationId} and not p.deleted and ${isWithin}
    order by m.latest_at desc, m.latest_id desc limit ${limit}`.execute(scope.tx)
  return rows
}
