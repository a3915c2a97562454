// All endpoints of the service, and the types of each by its operation id.
import { accountEndpoints, openingEndpoints } from './accounts.ts'
import { analyticsEndpoints } from './analytics.ts'
import { backlogEndpoints } from './backlog.ts'
import { chargingPlaceEndpoints } from './charging-places.ts'
import { checkoutEndpoints } from './checkouts.ts'
import { conversationEndpoints, driverMessageEndpoints } from './conversations.ts'
import { administrationEndpoints, dashboardEndpoints, signInEndpoints } from './dashboard.ts'
import { demoEndpoints, demoRemovalEndpoints } from './demo.ts'
import { depotEndpoints } from './depots.ts'
import { driverEndpoints, driverNoteEndpoints, pageEndpoints } from './driver.ts'
import { driverDayEndpoints } from './driver-days.ts'
import { driverRecordEndpoints } from './driver-records.ts'
import { driverDeviceEndpoints, driverSignInEndpoints, signedInDriverEndpoints } from './driver-sign-in.ts'
import { editorEndpoints } from './editor.ts'
import type {
  BodyOfEndpoint,
  Endpoint,
  ParamsOfEndpoint,
  QueryInputOfEndpoint,
  QueryOfEndpoint,
  ResponseOfEndpoint,
} from './endpoint.ts'
import { exportEndpoints } from './exports.ts'
import { findingEndpoints } from './finding.ts'
import { fleetSizeEndpoints } from './fleet-sizes.ts'
import { labelEndpoints } from './labels.ts'
import { learningEndpoints } from './learning.ts'
import { liveEndpoints } from './live.ts'
import { addressEndpoints, extractEndpoints, mapEndpoints, mapLookEndpoints } from './map.ts'
import { messageEndpoints } from './messages.ts'
import { olderClientEndpoints, olderPageEndpoints } from './older-clients.ts'
import { intakeEndpoints, orderSourceEndpoints } from './order-sources.ts'
import { outboxEndpoints } from './outbox.ts'
import { planReasonsEndpoints } from './plan-reasons.ts'
import { planEndpoints } from './plans.ts'
import { playEndpoints } from './play.ts'
import { positionIntakeEndpoints, positionSourceEndpoints } from './positions.ts'
import { privacyEndpoints } from './privacy.ts'
import { clientEndpoints, projectEndpoints, zoneEndpoints } from './projects.ts'
import { driverPushEndpoints, pushEndpoints } from './push.ts'
import { reachEndpoints } from './reach.ts'
import { recordFileEndpoints } from './record-files.ts'
import { recurringEndpoints } from './recurring.ts'
import { replayEndpoints } from './replays.ts'
import { reportConflictEndpoints, reportEndpoints, takenBackEndpoints } from './reports.ts'
import { driverReturnEndpoints, returnEndpoints } from './returns.ts'
import { riskEndpoints } from './risk.ts'
import { routeEndpoints } from './routes.ts'
import { factorEndpoints, secondStepEndpoints } from './sign-in.ts'
import { providerSignInEndpoints, samlEndpoints, signInProviderEndpoints } from './sign-in-providers.ts'
import { slotEndpoints } from './slots.ts'
import { stopEndpoints } from './stops.ts'
import { taskEndpoints } from './tasks.ts'
import { todayEndpoints } from './today.ts'
import { trackingEndpoints, trackingLinkEndpoints, trackingSlotEndpoints } from './tracking.ts'
import { trafficEndpoints } from './traffic.ts'
import { calendarEndpoints, vehicleCalendarEndpoints } from './vehicle-calendars.ts'
import { vehicleEndpoints } from './vehicles.ts'
import { vroomEndpoints } from './vroom.ts'
import { webhookEndpoints } from './webhooks.ts'
import { weeklyMailEndpoints, weeklyMailPageEndpoints } from './weekly-mail.ts'
import { weekEndpoints } from './weeks.ts'

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
  ...exportEndpoints,
  ...recordFileEndpoints,
  ...findingEndpoints,
  ...reachEndpoints,
  ...trafficEndpoints,
  ...labelEndpoints,
  ...learningEndpoints,
  ...vroomEndpoints,
  ...orderSourceEndpoints,
  ...intakeEndpoints,
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
/** As handlers receive it: coerced, defaults filled in. */
export type QueryOf<Id extends OperationId> = QueryOfEndpoint<EndpointsById[Id]>
/** As callers send it: parameters with a default may be left out. */
export type QueryInputOf<Id extends OperationId> = QueryInputOfEndpoint<EndpointsById[Id]>
export type BodyOf<Id extends OperationId> = BodyOfEndpoint<EndpointsById[Id]>
/** Any of its success answers; undefined for an answer without a body. */
export type ResponseOf<Id extends OperationId> = ResponseOfEndpoint<EndpointsById[Id]>
