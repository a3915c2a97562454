// Deletes an organization permanently, with every row that belongs to it: the one place that deletes from all tables.
import { sql } from 'kysely'
import type { Tx } from '../frame/platform/scope.ts'

/** Tables in the order of deletion: referring rows first. Deliveries, attempts and told forecasts are deleted together with their webhooks. */
export const OWN_TABLES: readonly string[] = [
  'audit_log',
  'audit_heads',
  'message_refusals',
  'messages',
  'message_notes',
  'sandbox_messages',
  'assistant_proposals',
  'assistant_connections',
  'exports',
  'corrected_addresses',
  'day_paces',
  'learned_times',
  'learned_places',
  'arrival_promises',
  'told_states',
  'order_files',
  'source_messages',
  'source_orders',
  'order_sources',
  'position_devices',
  'position_sources',
  'events',
  'forecast_notes',
  'webhooks',
  'optimization_results',
  'optimization_runs',
  'plan_copies',
  'plan_words',
  'plan_figures',
  'stop_pins',
  'checkouts',
  'slot_promises',
  'slot_days',
  'backlog_terms',
  'week_plans',
  'what_ifs',
  'slot_choices',
  'recurring_fills',
  'recurring_orders',
  'positions',
  'driver_notes',
  'route_messages',
  'push_devices',
  'driver_links',
  'driver_devices',
  'driver_codes',
  'driver_assignments',
  'surveys',
  'report_images',
  'report_conflicts',
  'report_versions',
  'routes_left',
  'reports',
  'packages',
  'tasks',
  'stops',
  'routes',
  'plans',
  'zones',
  'clients',
  'vehicles',
  'drivers',
  'depots',
  'charging_places',
  'api_keys',
  'quota_limits',
  'quota_uses',
  'weekly_readers',
  'project_fonts',
  'project_logos',
  'projects',
  'invitations',
  'authenticators',
  'passkeys',
  'recovery_codes',
  'provider_identities',
  'sign_in_providers',
  'proven_domains',
  'users',
]

/** Tables without a column for the organization, with the table that their rows belong to. */
const HANGING_TABLES = [
  ['driver_calls', 'route_id', 'routes'],
  ['project_members', 'project_id', 'projects'],
  ['user_sessions', 'user_id', 'users'],
  ['password_resets', 'user_id', 'users'],
  ['sign_in_steps', 'user_id', 'users'],
] as const

/** Returns false when there is no such organization. Concurrent inserts of its rows fail afterwards. */
export async function deleteOrganizationRows(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`select id from organizations where id = ${organizationId} for update`.execute(tx)
  if (rows.length === 0) return false
  for (const [table, column, owner] of HANGING_TABLES) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (
      select id from ${sql.table(owner)} where organization_id = ${organizationId})`.execute(tx)
  }
  for (const table of OWN_TABLES) {
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(tx)
  }
  // Last, because triggers write changes for deleted rows.
  await sql`delete from live_changes where organization_id = ${organizationId}`.execute(tx)
  await sql`delete from organizations where id = ${organizationId}`.execute(tx)
  return true
}
