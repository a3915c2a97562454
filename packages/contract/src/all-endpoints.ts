// All endpoints of the service, and the types of each by its operation id.

import { analyticsEndpoints } from './annexes/analytics/endpoints/analytics.ts'
import { weeklyMailEndpoints, weeklyMailPageEndpoints } from './annexes/analytics/endpoints/weekly-mail.ts'
import { assistantEndpoints } from './annexes/assistants/endpoints/assistants.ts'
import { chargingPlaceEndpoints } from './annexes/charging-places/endpoints/charging-places.ts'
import { checkoutEndpoints } from './annexes/checkouts/endpoints/checkouts.ts'
import { demoEndpoints, demoRemovalEndpoints } from './annexes/demo/endpoints/demo.ts'
import { playEndpoints } from './annexes/demo/endpoints/play.ts'
import {
  driverDeviceEndpoints,
  driverSignInEndpoints,
  signedInDriverEndpoints,
} from './annexes/driver-sign-in/endpoints/driver-sign-in.ts'
import { conversationEndpoints, driverMessageEndpoints } from './annexes/driver-talk/endpoints/conversations.ts'
import { driverPushEndpoints, pushEndpoints } from './annexes/driver-talk/endpoints/push.ts'
import { planReasonsEndpoints } from './annexes/explanations/endpoints/plan-reasons.ts'
import { riskEndpoints } from './annexes/explanations/endpoints/risk.ts'
import { exportEndpoints } from './annexes/exports/endpoints/exports.ts'
import { labelEndpoints } from './annexes/exports/endpoints/labels.ts'
import { recordFileEndpoints } from './annexes/exports/endpoints/record-files.ts'
import { findingEndpoints } from './annexes/finding/endpoints/finding.ts'
import { intakeEndpoints, orderSourceEndpoints } from './annexes/intake/endpoints/order-sources.ts'
import { learningEndpoints } from './annexes/learning/endpoints/learning.ts'
import { trafficEndpoints } from './annexes/learning/endpoints/traffic.ts'
import { paymentEndpoints } from './annexes/payments/endpoints/payments.ts'
import { positionIntakeEndpoints, positionSourceEndpoints } from './annexes/positions/endpoints/positions.ts'
import { privacyEndpoints } from './annexes/privacy/endpoints/privacy.ts'
import { quotaEndpoints, quotaSettingEndpoints } from './annexes/quotas/endpoints/quotas.ts'
import { recurringEndpoints } from './annexes/recurring/endpoints/recurring.ts'
import { outboxEndpoints } from './annexes/sandbox/endpoints/outbox.ts'
import { slotEndpoints } from './annexes/slots/endpoints/slots.ts'
import { todayEndpoints } from './annexes/today/endpoints/today.ts'
import { calendarEndpoints, vehicleCalendarEndpoints } from './annexes/vehicle-calendars/endpoints/vehicle-calendars.ts'
import { vroomEndpoints } from './annexes/vroom/endpoints/vroom.ts'
import { backlogEndpoints } from './annexes/weeks/endpoints/backlog.ts'
import { weekEndpoints } from './annexes/weeks/endpoints/weeks.ts'
import { fleetSizeEndpoints } from './annexes/what-if/endpoints/fleet-sizes.ts'
import { replayEndpoints } from './annexes/what-if/endpoints/replays.ts'
import { accountEndpoints, openingEndpoints } from './endpoints/accounts.ts'
import { administrationEndpoints, dashboardEndpoints, signInEndpoints } from './endpoints/dashboard.ts'
import { depotEndpoints } from './endpoints/depots.ts'
import { driverEndpoints, driverNoteEndpoints, pageEndpoints } from './endpoints/driver.ts'
import { driverDayEndpoints } from './endpoints/driver-days.ts'
import { driverRecordEndpoints } from './endpoints/driver-records.ts'
import { editorEndpoints } from './endpoints/editor.ts'
import type {
  BodyOfEndpoint,
  Endpoint,
  ParamsOfEndpoint,
  QueryInputOfEndpoint,
  QueryOfEndpoint,
  ResponseOfEndpoint,
} from './endpoints/endpoint.ts'
import { liveEndpoints } from './endpoints/live.ts'
import { addressEndpoints, extractEndpoints, mapEndpoints, mapLookEndpoints } from './endpoints/map.ts'
import { messageEndpoints } from './endpoints/messages.ts'
import { olderClientEndpoints, olderPageEndpoints } from './endpoints/older-clients.ts'
import { planEndpoints } from './endpoints/plans.ts'
import { clientEndpoints, projectEndpoints, zoneEndpoints } from './endpoints/projects.ts'
import { reachEndpoints } from './endpoints/reach.ts'
import { reportConflictEndpoints, reportEndpoints, takenBackEndpoints } from './endpoints/reports.ts'
import { driverReturnEndpoints, returnEndpoints } from './endpoints/returns.ts'
import { routeEndpoints } from './endpoints/routes.ts'
import { factorEndpoints, secondStepEndpoints } from './endpoints/sign-in.ts'
import { providerSignInEndpoints, samlEndpoints, signInProviderEndpoints } from './endpoints/sign-in-providers.ts'
import { stopEndpoints } from './endpoints/stops.ts'
import { taskEndpoints } from './endpoints/tasks.ts'
import { trackingEndpoints, trackingLinkEndpoints, trackingSlotEndpoints } from './endpoints/tracking.ts'
import { vehicleEndpoints } from './endpoints/vehicles.ts'
import { webhookEndpoints } from './endpoints/webhooks.ts'

export const endpointsById = {
  ...planEndpoints,
  ...routeEndpoints,
  ...stopEndpoints,
  ...reportEndpoints,
  ...takenBackEndpoints,
  ...reportConflictEndpoints,
  ...taskEndpoints,
  ...vehicleEndpoints,
  ...projectEndpoints,
  ...zoneEndpoints,
  ...clientEndpoints,
  ...webhookEndpoints,
  ...signInEndpoints,
  ...secondStepEndpoints,
  ...providerSignInEndpoints,
  ...openingEndpoints,
  ...administrationEndpoints,

  ...dashboardEndpoints,
  ...accountEndpoints,
  ...factorEndpoints,
  ...samlEndpoints,
  ...signInProviderEndpoints,
  ...editorEndpoints,
  ...planReasonsEndpoints,
  ...liveEndpoints,
  ...conversationEndpoints,
  ...messageEndpoints,
  ...recurringEndpoints,
  ...slotEndpoints,
  ...checkoutEndpoints,
  ...returnEndpoints,
  ...riskEndpoints,
  ...fleetSizeEndpoints,
  ...replayEndpoints,
  ...backlogEndpoints,
  ...weekEndpoints,
  ...depotEndpoints,
  ...chargingPlaceEndpoints,
  ...driverRecordEndpoints,
  ...driverDayEndpoints,
  ...driverDeviceEndpoints,
  ...analyticsEndpoints,
  ...weeklyMailEndpoints,
  ...todayEndpoints,
  ...outboxEndpoints,
  ...playEndpoints,
  ...demoEndpoints,
  ...demoRemovalEndpoints,
  ...quotaEndpoints,
  ...quotaSettingEndpoints,
  ...exportEndpoints,
  ...recordFileEndpoints,
  ...paymentEndpoints,
  ...findingEndpoints,
  ...reachEndpoints,
  ...trafficEndpoints,
  ...labelEndpoints,
  ...learningEndpoints,
  ...vroomEndpoints,
  ...orderSourceEndpoints,
  ...intakeEndpoints,
  ...assistantEndpoints,
  ...positionSourceEndpoints,
  ...positionIntakeEndpoints,
  ...vehicleCalendarEndpoints,
  ...calendarEndpoints,
  ...privacyEndpoints,
  ...addressEndpoints,
  ...mapEndpoints,
  ...mapLookEndpoints,
  ...extractEndpoints,
  ...driverEndpoints,
  ...driverSignInEndpoints,
  ...signedInDriverEndpoints,
  ...driverMessageEndpoints,
  ...pushEndpoints,
  ...driverPushEndpoints,
  ...driverReturnEndpoints,
  ...driverNoteEndpoints,
  ...weeklyMailPageEndpoints,
  ...pageEndpoints,
  ...trackingEndpoints,
  ...trackingSlotEndpoints,
  ...trackingLinkEndpoints,
  ...olderClientEndpoints,
  ...olderPageEndpoints,
}

type EndpointsById = typeof endpointsById
export type OperationId = keyof EndpointsById
/** The declaration of one operation, as a type. */
export type EndpointOf<Id extends OperationId> = EndpointsById[Id]

/** In the order of the specification's tables, internal ones last. */
export const endpoints: readonly (Endpoint & { operationId: OperationId })[] = Object.values(endpointsById)

/** The declaration of one operation. */
export function endpoint<Id extends OperationId>(operationId: Id): EndpointOf<Id> {
  return endpointsById[operationId]
}

export type ParamsOf<Id extends OperationId> = ParamsOfEndpoint<EndpointsById[Id]>
/** Query as handlers receive it: coerced, with defaults filled in. */
export type QueryOf<Id extends OperationId> = QueryOfEndpoint<EndpointsById[Id]>
/** Query as callers send it: parameters with a default are optional. */
export type QueryInputOf<Id extends OperationId> = QueryInputOfEndpoint<EndpointsById[Id]>
export type BodyOf<Id extends OperationId> = BodyOfEndpoint<EndpointsById[Id]>
/** Any of its success responses; undefined for a response without a body. */
export type ResponseOf<Id extends OperationId> = ResponseOfEndpoint<EndpointsById[Id]>
