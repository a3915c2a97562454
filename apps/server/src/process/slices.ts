// The list of what the server is made of: one line for each slice's operations, one for each kind of job.

import { mountApiKeys } from '../accounts/api-keys/api-keys.http.ts'
import { mountAudit } from '../accounts/audit/audit.http.ts'
import { mountOrganizations } from '../accounts/organizations/organizations.http.ts'
import { mountProjects } from '../accounts/projects/projects.http.ts'
import { cleanUpResets } from '../accounts/users/passwords.ts'
import { cleanUpSteps } from '../accounts/users/sign-in-steps.ts'
import { mountUsers } from '../accounts/users/users.http.ts'
import { mountAnalytics } from '../annexes/analytics/analytics.http.ts'
import { startPlanFigures } from '../annexes/analytics/plan-figures.job.ts'
import { mountWeeklyMail } from '../annexes/analytics/weekly-mail/weekly-mail.http.ts'
import { startWeeklyMail } from '../annexes/analytics/weekly-mail/weekly-mail.job.ts'
import { mountAssistants } from '../annexes/assistants/assistants.http.ts'
import { cleanUpProposals } from '../annexes/assistants/proposals.ts'
import { mountChargingPlaces } from '../annexes/charging-places/charging-places.http.ts'
import { mountCheckouts } from '../annexes/checkouts/checkouts.http.ts'
import { cleanUpCheckouts } from '../annexes/checkouts/checkouts.ts'
import { mountDemoOrganization } from '../annexes/demo/demo-organization/demo-organization.http.ts'
import { mountPlay } from '../annexes/demo/play/play.http.ts'
import { mountDriverSignIn } from '../annexes/driver-sign-in/driver-sign-in.http.ts'
import { cleanUpDriverSignIns } from '../annexes/driver-sign-in/driver-sign-in.ts'
import { mountConversations } from '../annexes/driver-talk/conversations/conversations.http.ts'
import { mountPush } from '../annexes/driver-talk/push/push.http.ts'
import { startPushing } from '../annexes/driver-talk/push/push.job.ts'
import { cleanUpPushDevices } from '../annexes/driver-talk/push/push.ts'
import { mountReasons } from '../annexes/explanations/reasons/reasons.http.ts'
import { mountRisk } from '../annexes/explanations/risk/risk.http.ts'
import { cleanUpExports } from '../annexes/exports/background.ts'
import { startExports } from '../annexes/exports/export.job.ts'
import { mountExports } from '../annexes/exports/exports.http.ts'
import { mountRecordFiles } from '../annexes/exports/record-files/record-files.http.ts'
import { mountFinding } from '../annexes/finding/finding.http.ts'
import { mountIntake } from '../annexes/intake/intake.http.ts'
import { startIntake } from '../annexes/intake/intake.job.ts'
import { cleanUpIntake } from '../annexes/intake/intake.ts'
import { startFetching } from '../annexes/intake/order-files/fetch.job.ts'
import { mountOrderFiles } from '../annexes/intake/order-files/order-files.http.ts'
import { mountShops } from '../annexes/intake/shops/shops.http.ts'
import { cleanUpToldStates } from '../annexes/intake/shops/shops.ts'
import { startTellingShops } from '../annexes/intake/shops/tell.ts'
import { mountLearning } from '../annexes/learning/learning.http.ts'
import { startLearning } from '../annexes/learning/learning.job.ts'
import { cleanUpDayPaces, startLookingAtDays } from '../annexes/learning/running-days.ts'
import { mountTraffic } from '../annexes/learning/traffic/traffic.http.ts'
import { mountPositions } from '../annexes/positions/positions.http.ts'
import { cleanUpPositionSources } from '../annexes/positions/positions.ts'
import { mountPrivacy } from '../annexes/privacy/privacy.http.ts'
import { startRetention } from '../annexes/privacy/retention.job.ts'
import { mountRecurring } from '../annexes/recurring/recurring.http.ts'
import { mountOutbox } from '../annexes/sandbox/outbox/outbox.http.ts'
import { mountSandbox } from '../annexes/sandbox/sandbox.http.ts'
import { cleanUpSandboxes, sendMail, sendQueuedSms } from '../annexes/sandbox/sandbox.ts'
import { startLookingAtBookedDays } from '../annexes/slots/booked-days.job.ts'
import { startSlotReminders } from '../annexes/slots/slot-choices/remind.job.ts'
import { mountSlotChoices } from '../annexes/slots/slot-choices/slot-choices.http.ts'
import { mountSlots } from '../annexes/slots/slots.http.ts'
import { cleanUpSlots } from '../annexes/slots/slots.ts'
import { mountVehicleCalendars } from '../annexes/vehicle-calendars/vehicle-calendars.http.ts'
import { mountVroom } from '../annexes/vroom/vroom.http.ts'
import { mountBacklog } from '../annexes/weeks/backlog/backlog.http.ts'
import { startWeeks } from '../annexes/weeks/week.job.ts'
import { mountWeeks } from '../annexes/weeks/weeks.http.ts'
import { cleanUpWeeks } from '../annexes/weeks/weeks.ts'
import { mountWhatIfs } from '../annexes/what-if/what-if.http.ts'
import { startWhatIfs } from '../annexes/what-if/what-if.job.ts'
import { cleanUpWhatIfs } from '../annexes/what-if/what-if.ts'
import { mountDispatch } from '../field/dispatch/dispatch.http.ts'
import { mountDriver } from '../field/driver/driver.http.ts'
import { mountReportConflicts } from '../field/reports/report-conflicts.http.ts'
import { mountReportVersions } from '../field/reports/report-versions.http.ts'
import { mountReports } from '../field/reports/reports.http.ts'
import { mountReturns } from '../field/returns/returns.http.ts'
import { mountToday } from '../field/today/today.http.ts'
import { mountTracking } from '../field/tracking/tracking.http.ts'
import { startFileDeletion } from '../frame/files/deletion.job.ts'
import type { App } from '../frame/http/mount.ts'
import type { Services } from '../frame/platform/services.ts'
import { mountMaps } from '../geography/maps/maps.http.ts'
import { cleanUpExtracts, startExtracts } from '../geography/regions/bring-extract.job.ts'
import { mountRegions } from '../geography/regions/regions.http.ts'
import { mountOptimization } from '../optimizing/optimization/optimization.http.ts'
import { startOptimization } from '../optimizing/optimization/solve.job.ts'
import { mountAddresses } from '../planning/addresses/addresses.http.ts'
import { mountClients } from '../planning/clients/clients.http.ts'
import { mountDepots } from '../planning/depots/depots.http.ts'
import { mountDrivers } from '../planning/drivers/drivers.http.ts'
import { mountEditor } from '../planning/editor/editor.http.ts'
import { startClosingDays } from '../planning/plans/close-days.job.ts'
import { mountFullPlans } from '../planning/plans/full-plans.http.ts'
import { mountReach } from '../planning/reach/reach.http.ts'
import { mountRoutes } from '../planning/routes/routes.http.ts'
import { startRoadTimes } from '../planning/sequence/road-times.job.ts'
import { startSortingTexts } from '../planning/stops/sort-in-texts.job.ts'
import { mountStops } from '../planning/stops/stops.http.ts'
import { mountTasks } from '../planning/tasks/tasks.http.ts'
import { mountVehicles } from '../planning/vehicles/vehicles.http.ts'
import { mountZones } from '../planning/zones/zones.http.ts'
import { mountLive } from '../telling/live/live.http.ts'
import { cleanUpChanges } from '../telling/live/live.ts'
import { cleanUpMessages, startMessageDelivery } from '../telling/messages/deliver.ts'
import { mountMessages } from '../telling/messages/messages.http.ts'
import { mountPromises } from '../telling/promises/promises.http.ts'
import { cleanUpPromises, startScoringPromises } from '../telling/promises/promises.ts'
import { cleanUpWebhooks, startWebhookDelivery, takeUpLeftDeliveries } from '../telling/webhooks/deliver.ts'
import { mountWebhooks } from '../telling/webhooks/webhooks.http.ts'
import { mountBackup } from './backup/backup.http.ts'

/** Puts every handler on its endpoint; an endpoint without one answers 404 and stands in docs/status.md. */
export function mountSlices(app: App): void {
  mountOrganizations(app)
  mountUsers(app)
  mountApiKeys(app)
  mountProjects(app)
  mountWebhooks(app)
  mountAudit(app)
  mountVehicles(app)
  mountDepots(app)
  mountChargingPlaces(app)
  mountDrivers(app)
  mountZones(app)
  mountRoutes(app)
  mountClients(app)
  mountFullPlans(app)
  mountStops(app)
  mountAddresses(app)
  mountMaps(app)
  mountRegions(app)
  mountTasks(app)
  mountOutcomes(app)
  mountRisk(app)
  mountWhatIfs(app)
  mountReasons(app)
  mountDispatch(app)
  mountDriver(app)
  mountDriverSignIn(app)
  mountConversations(app)
  mountPush(app)
  mountTracking(app)
  mountMessages(app)
  mountOptimization(app)
  mountVroom(app)
  mountLive(app)
  mountEditor(app)
  mountOrders(app)
  mountFigures(app)
  mountPlay(app)
  mountDemoOrganization(app)
  mountBackup(app)
  mountReach(app)
  mountTraffic(app)
  mountLearning(app)
  mountPrivacy(app)
  mountSandbox(app)
  mountWhatComesIn(app)
  mountAssistants(app)
  mountVehicleCalendars(app)
}

/** What tells how days are and were. */
function mountFigures(app: App): void {
  mountAnalytics(app)
  mountPromises(app)
  mountWeeklyMail(app)
  mountToday(app)
  mountOutbox(app)
  mountExports(app)
  mountRecordFiles(app)
  mountFinding(app)
}

/** What became of stops. */
function mountOutcomes(app: App): void {
  mountReports(app)
  mountReportConflicts(app)
  mountReportVersions(app)
  mountReturns(app)
}

/** Orders before they have a day. */
function mountOrders(app: App): void {
  mountRecurring(app)
  mountSlots(app)
  mountSlotChoices(app)
  mountCheckouts(app)
  mountBacklog(app)
  mountWeeks(app)
}

/** Orders and positions that other programs send, or that are fetched from them. */
function mountWhatComesIn(app: App): void {
  mountIntake(app)
  mountOrderFiles(app)
  mountShops(app)
  mountPositions(app)
}

/** Deletes what is past its time. */
async function cleanUp(services: Services): Promise<void> {
  await cleanUpWebhooks(services)
  await cleanUpMessages(services)
  await cleanUpSandboxes(services)
  await cleanUpResets(services)
  await cleanUpSteps(services)
  await cleanUpDriverSignIns(services)
  await cleanUpChanges(services)
  await cleanUpExtracts(services)
  await cleanUpExports(services)
  await cleanUpIntake(services)
  await cleanUpToldStates(services)
  await cleanUpPositionSources(services)
  await cleanUpProposals(services)
  await cleanUpSlots(services)
  await cleanUpCheckouts(services)
  await cleanUpWeeks(services)
  await cleanUpWhatIfs(services)
  await cleanUpPromises(services)
  await cleanUpDayPaces(services)
  await cleanUpPushDevices(services)
}

/** Begins to work the queues off, in processes with the role `all` or `worker`; answers how to end what is not a queue. */
export async function startWorkers(services: Services): Promise<() => Promise<void>> {
  await services.jobs.work('mail', { concurrency: 4 }, (message) => sendMail(services, message))
  await services.jobs.work('sms', { concurrency: 4 }, (message) => sendQueuedSms(services, message))
  await startRetention(services)
  await services.jobs.work('cleanup', {}, () => cleanUp(services))
  await services.jobs.schedule('cleanup', '7 * * * *')
  await startLearning(services)
  await startLookingAtDays(services)
  await startScoringPromises(services)
  await startPlanFigures(services)
  await startWeeklyMail(services)
  await startClosingDays(services)
  await startSlotReminders(services)
  await startSortingTexts(services)
  await startFileDeletion(services)
  await startRoadTimes(services)
  await startExtracts(services)
  await startExports(services)
  await startWeeks(services)
  await startWhatIfs(services)
  await startIntake(services)
  await startFetching(services)
  await takeUpLeftDeliveries(services)
  const webhooks = await startWebhookDelivery(services)
  const messages = await startMessageDelivery(services)
  const telling = await startTellingShops(services)
  const stopPushing = await startPushing(services)
  await startLookingAtBookedDays(services)
  const stopOptimization = await startOptimization(services)
  return async () => {
    await stopOptimization()
    await webhooks.stop()
    await messages.stop()
    await telling.stop()
    await stopPushing()
  }
}
