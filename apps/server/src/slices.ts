// The list of what the server is made of: one line for each slice's operations, one for each kind of job.
import { mountAddresses } from './addresses/addresses.http.ts'
import { mountAnalytics } from './analytics/analytics.http.ts'
import { startPlanFigures } from './analytics/plan-figures.job.ts'
import { mountApiKeys } from './api-keys/api-keys.http.ts'
import { mountAssistants } from './assistants/assistants.http.ts'
import { cleanUpProposals } from './assistants/proposals.ts'
import { mountAudit } from './audit/audit.http.ts'
import { mountBacklog } from './backlog/backlog.http.ts'
import { mountBackup } from './backup/backup.http.ts'
import { mountChargingPlaces } from './charging-places/charging-places.http.ts'
import { mountCheckouts } from './checkouts/checkouts.http.ts'
import { cleanUpCheckouts } from './checkouts/checkouts.ts'
import { mountClients } from './clients/clients.http.ts'
import { mountConversations } from './conversations/conversations.http.ts'
import { mountDemoOrganization } from './demo-organization/demo-organization.http.ts'
import { mountDepots } from './depots/depots.http.ts'
import { mountDispatch } from './dispatch/dispatch.http.ts'
import { mountDriver } from './driver/driver.http.ts'
import { mountDriverSignIn } from './driver-sign-in/driver-sign-in.http.ts'
import { cleanUpDriverSignIns } from './driver-sign-in/driver-sign-in.ts'
import { mountDrivers } from './drivers/drivers.http.ts'
import { mountEditor } from './editor/editor.http.ts'
import { cleanUpExports } from './exports/background.ts'
import { startExports } from './exports/export.job.ts'
import { mountExports } from './exports/exports.http.ts'
import { startFileDeletion } from './files/deletion.job.ts'
import { mountFinding } from './finding/finding.http.ts'
import { startClosingDays } from './full-plans/close-days.job.ts'
import { mountFullPlans } from './full-plans/full-plans.http.ts'
import type { App } from './http/mount.ts'
import { mountIntake } from './intake/intake.http.ts'
import { startIntake } from './intake/intake.job.ts'
import { cleanUpIntake } from './intake/intake.ts'
import { mountLearning } from './learning/learning.http.ts'
import { startLearning } from './learning/learning.job.ts'
import { cleanUpDayPaces, startLookingAtDays } from './learning/running-days.ts'
import { mountLive } from './live/live.http.ts'
import { cleanUpChanges } from './live/live.ts'
import { mountMaps } from './maps/maps.http.ts'
import { cleanUpMessages, startMessageDelivery } from './messages/deliver.ts'
import { mountMessages } from './messages/messages.http.ts'
import { startLookingAtBookedDays } from './optimization/booked-days.job.ts'
import { mountOptimization } from './optimization/optimization.http.ts'
import { startOptimization } from './optimization/solve.job.ts'
import { startFetching } from './order-files/fetch.job.ts'
import { mountOrderFiles } from './order-files/order-files.http.ts'
import { mountOrganizations } from './organizations/organizations.http.ts'
import { mountOutbox } from './outbox/outbox.http.ts'
import type { Services } from './platform/services.ts'
import { mountPlay } from './play/play.http.ts'
import { mountPositions } from './positions/positions.http.ts'
import { cleanUpPositionSources } from './positions/positions.ts'
import { mountPrivacy } from './privacy/privacy.http.ts'
import { startRetention } from './privacy/retention.job.ts'
import { mountProjects } from './projects/projects.http.ts'
import { mountPromises } from './promises/promises.http.ts'
import { cleanUpPromises, startScoringPromises } from './promises/promises.ts'
import { mountPush } from './push/push.http.ts'
import { startPushing } from './push/push.job.ts'
import { cleanUpPushDevices } from './push/push.ts'
import { mountReach } from './reach/reach.http.ts'
import { mountReasons } from './reasons/reasons.http.ts'
import { mountRecordFiles } from './record-files/record-files.http.ts'
import { mountRecurring } from './recurring/recurring.http.ts'
import { cleanUpExtracts, startExtracts } from './regions/bring-extract.job.ts'
import { mountRegions } from './regions/regions.http.ts'
import { mountReportConflicts } from './report-conflicts/report-conflicts.http.ts'
import { mountReportVersions } from './report-versions/report-versions.http.ts'
import { mountReports } from './reports/reports.http.ts'
import { mountReturns } from './returns/returns.http.ts'
import { mountRisk } from './risk/risk.http.ts'
import { mountRoutes } from './routes/routes.http.ts'
import { mountSandbox } from './sandbox/sandbox.http.ts'
import { cleanUpSandboxes, sendMail, sendQueuedSms } from './sandbox/sandbox.ts'
import { startRoadTimes } from './sequence/road-times.job.ts'
import { mountShops } from './shops/shops.http.ts'
import { cleanUpToldStates } from './shops/shops.ts'
import { startTellingShops } from './shops/tell.ts'
import { startSlotReminders } from './slot-choices/remind.job.ts'
import { mountSlotChoices } from './slot-choices/slot-choices.http.ts'
import { mountSlots } from './slots/slots.http.ts'
import { cleanUpSlots } from './slots/slots.ts'
import { startSortingTexts } from './stops/sort-in-texts.job.ts'
import { mountStops } from './stops/stops.http.ts'
import { mountTasks } from './tasks/tasks.http.ts'
import { mountToday } from './today/today.http.ts'
import { mountTracking } from './tracking/tracking.http.ts'
import { mountTraffic } from './traffic/traffic.http.ts'
import { cleanUpResets } from './users/passwords.ts'
import { cleanUpSteps } from './users/sign-in-steps.ts'
import { mountUsers } from './users/users.http.ts'
import { mountVehicleCalendars } from './vehicle-calendars/vehicle-calendars.http.ts'
import { mountVehicles } from './vehicles/vehicles.http.ts'
import { mountVroom } from './vroom/vroom.http.ts'
import { cleanUpWebhooks, startWebhookDelivery, takeUpLeftDeliveries } from './webhooks/deliver.ts'
import { mountWebhooks } from './webhooks/webhooks.http.ts'
import { mountWeeklyMail } from './weekly-mail/weekly-mail.http.ts'
import { startWeeklyMail } from './weekly-mail/weekly-mail.job.ts'
import { startWeeks } from './weeks/week.job.ts'
import { mountWeeks } from './weeks/weeks.http.ts'
import { cleanUpWeeks } from './weeks/weeks.ts'
import { mountWhatIfs } from './what-if/what-if.http.ts'
import { startWhatIfs } from './what-if/what-if.job.ts'
import { cleanUpWhatIfs } from './what-if/what-if.ts'
import { mountZones } from './zones/zones.http.ts'

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
