// All tables of the database by their lists of columns; kysely's schema for checking queries follows from it.
import { apiKeyTable } from './api-key-table.ts'
import { arrivalPromiseTable } from './arrival-promise-table.ts'
import { assistantClientTable, assistantConnectionTable, assistantTokenTable } from './assistant-connection-tables.ts'
import { assistantProposalTable } from './assistant-proposal-table.ts'
import { auditHeadTable, auditLogTable } from './audit-table.ts'
import { backlogTermsTable } from './backlog-table.ts'
import { chargingPlaceTable } from './charging-place-table.ts'
import { checkoutTable } from './checkout-table.ts'
import { clientTable } from './client-table.ts'
import { correctedAddressTable } from './corrected-address-table.ts'
import { dayPaceTable } from './day-pace-table.ts'
import { depotTable } from './depot-table.ts'
import { driverCodeTable, driverDeviceTable } from './driver-sign-in-tables.ts'
import { driverAssignmentTable, driverTable } from './driver-table.ts'
import { driverCallTable, driverLinkTable, driverNoteTable, positionTable } from './driver-tables.ts'
import { planCopyTable, stopPinTable } from './editor-tables.ts'
import { exportTable } from './export-table.ts'
import { authenticatorTable, passkeyTable, recoveryCodeTable, signInStepTable } from './factor-tables.ts'
import { forecastNoteTable, toldForecastTable } from './forecast-tables.ts'
import { learnedPlaceTable } from './learned-place-table.ts'
import { learnedTimeTable } from './learned-time-table.ts'
import { liveChangeTable } from './live-table.ts'
import { mapExtractTable } from './map-extract-table.ts'
import { messageNoteTable, messageRefusalTable, messageTable } from './message-tables.ts'
import { optimizationResultTable, optimizationRunTable } from './optimization-tables.ts'
import {
  orderFileTable,
  orderSourceTable,
  sourceMessageTable,
  sourceOrderTable,
  toldStateTable,
} from './order-source-tables.ts'
import { organizationTable } from './organization-table.ts'
import { packageTable } from './package-table.ts'
import { planFigureTable, planGroupFigureTable, planWordTable } from './plan-figure-tables.ts'
import { planTable } from './plan-table.ts'
import { positionDeviceTable, positionSourceTable } from './position-source-tables.ts'
import { projectFontTable, projectLogoTable, projectMemberTable, projectTable } from './project-tables.ts'
import { pushDeviceTable } from './push-device-table.ts'
import { quotaLimitTable, quotaUseTable } from './quota-tables.ts'
import { rateLimitPieceTable, rateLimitTable } from './rate-limit-table.ts'
import { recurringFillTable, recurringOrderTable } from './recurring-tables.ts'
import { reportConflictTable, routeLeftTable } from './report-conflict-tables.ts'
import { reportImageTable, reportTable } from './report-tables.ts'
import { reportVersionTable } from './report-version-table.ts'
import { routeMessageTable } from './route-message-table.ts'
import { routeTable } from './route-table.ts'
import { sandboxMessageTable } from './sandbox-table.ts'
import { provenDomainTable, providerIdentityTable, signInProviderTable } from './sign-in-provider-tables.ts'
import { slotChoiceTable } from './slot-choice-table.ts'
import { slotDayTable, slotPromiseTable } from './slot-tables.ts'
import { stopTable } from './stop-table.ts'
import { surveyTable } from './survey-table.ts'
import type { KyselyTable } from './table.ts'
import { taskTable } from './task-table.ts'
import { invitationTable, passwordResetTable, setupLinkTable, userSessionTable, userTable } from './user-tables.ts'
import { vehicleTable } from './vehicle-table.ts'
import { eventTable, webhookAttemptTable, webhookDeliveryTable, webhookTable } from './webhook-tables.ts'
import { weekPlanTable } from './week-plan-table.ts'
import { weeklyReaderTable } from './weekly-reader-table.ts'
import { whatIfTable } from './what-if-table.ts'
import { zoneTable } from './zone-table.ts'

export const tables = {
  organizations: organizationTable,
  users: userTable,
  user_sessions: userSessionTable,
  authenticators: authenticatorTable,
  passkeys: passkeyTable,
  recovery_codes: recoveryCodeTable,
  sign_in_steps: signInStepTable,
  sign_in_providers: signInProviderTable,
  provider_identities: providerIdentityTable,
  proven_domains: provenDomainTable,
  invitations: invitationTable,
  password_resets: passwordResetTable,
  setup_links: setupLinkTable,
  projects: projectTable,
  project_members: projectMemberTable,
  project_fonts: projectFontTable,
  project_logos: projectLogoTable,
  api_keys: apiKeyTable,
  arrival_promises: arrivalPromiseTable,
  assistant_clients: assistantClientTable,
  assistant_connections: assistantConnectionTable,
  assistant_tokens: assistantTokenTable,
  assistant_proposals: assistantProposalTable,
  sandbox_messages: sandboxMessageTable,
  vehicles: vehicleTable,
  clients: clientTable,
  depots: depotTable,
  charging_places: chargingPlaceTable,
  drivers: driverTable,
  zones: zoneTable,
  plans: planTable,
  routes: routeTable,
  stops: stopTable,
  tasks: taskTable,
  packages: packageTable,
  reports: reportTable,
  report_images: reportImageTable,
  report_conflicts: reportConflictTable,
  report_versions: reportVersionTable,
  routes_left: routeLeftTable,
  route_messages: routeMessageTable,
  surveys: surveyTable,
  driver_assignments: driverAssignmentTable,
  driver_links: driverLinkTable,
  driver_devices: driverDeviceTable,
  driver_codes: driverCodeTable,
  driver_calls: driverCallTable,
  driver_notes: driverNoteTable,
  positions: positionTable,
  push_devices: pushDeviceTable,
  optimization_runs: optimizationRunTable,
  optimization_results: optimizationResultTable,
  stop_pins: stopPinTable,
  plan_copies: planCopyTable,
  plan_figures: planFigureTable,
  plan_group_figures: planGroupFigureTable,
  plan_words: planWordTable,
  weekly_readers: weeklyReaderTable,
  webhooks: webhookTable,
  events: eventTable,
  forecast_notes: forecastNoteTable,
  told_forecasts: toldForecastTable,
  webhook_deliveries: webhookDeliveryTable,
  webhook_attempts: webhookAttemptTable,
  message_notes: messageNoteTable,
  messages: messageTable,
  message_refusals: messageRefusalTable,
  audit_log: auditLogTable,
  audit_heads: auditHeadTable,
  slot_promises: slotPromiseTable,
  slot_days: slotDayTable,
  checkouts: checkoutTable,
  backlog_terms: backlogTermsTable,
  week_plans: weekPlanTable,
  what_ifs: whatIfTable,
  slot_choices: slotChoiceTable,
  recurring_orders: recurringOrderTable,
  recurring_fills: recurringFillTable,
  live_changes: liveChangeTable,
  map_extracts: mapExtractTable,
  exports: exportTable,
  corrected_addresses: correctedAddressTable,
  day_paces: dayPaceTable,
  learned_times: learnedTimeTable,
  learned_places: learnedPlaceTable,
  order_sources: orderSourceTable,
  source_orders: sourceOrderTable,
  order_files: orderFileTable,
  source_messages: sourceMessageTable,
  told_states: toldStateTable,
  position_sources: positionSourceTable,
  position_devices: positionDeviceTable,
  quota_limits: quotaLimitTable,
  quota_uses: quotaUseTable,
  rate_limits: rateLimitTable,
  rate_limit_pieces: rateLimitPieceTable,
}

/** The database as kysely's type. */
export type Database = { [Name in keyof typeof tables]: KyselyTable<(typeof tables)[Name]> }
