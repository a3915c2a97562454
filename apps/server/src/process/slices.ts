// The parts of the server other than annexes: one line for each slice's operations, one for each kind of job.

import { mountApiKeys } from '../accounts/api-keys/api-keys.http.ts'
import { mountAudit } from '../accounts/audit/audit.http.ts'
import { mountOrganizations } from '../accounts/organizations/organizations.http.ts'
import { mountProjects } from '../accounts/projects/projects.http.ts'
import { cleanUpResets } from '../accounts/users/passwords.ts'
import { cleanUpSteps } from '../accounts/users/sign-in-steps.ts'
import { mountUsers } from '../accounts/users/users.http.ts'
import type { Annex } from '../annexes/annexes.ts'
import { mountDispatch } from '../field/dispatch/dispatch.http.ts'
import { mountDriver } from '../field/driver/driver.http.ts'
import { mountReportConflicts } from '../field/reports/report-conflicts.http.ts'
import { mountReportVersions } from '../field/reports/report-versions.http.ts'
import { mountReports } from '../field/reports/reports.http.ts'
import { mountReturns } from '../field/returns/returns.http.ts'
import { mountTracking } from '../field/tracking/tracking.http.ts'
import { startFileDeletion } from '../frame/files/deletion.job.ts'
import { listenForMetrics } from '../frame/http/metrics.ts'
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
import { startClosingDays } from '../planning/full-plans/close-days.job.ts'
import { mountFullPlans } from '../planning/full-plans/full-plans.http.ts'
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
import { sendMail, sendQueuedSms } from '../telling/messages/outlets.ts'
import { mountPromises } from '../telling/promises/promises.http.ts'
import { cleanUpPromises, startScoringPromises } from '../telling/promises/promises.ts'
import { cleanUpWebhooks, startWebhookDelivery, takeUpLeftDeliveries } from '../telling/webhooks/deliver.ts'
import { mountWebhooks } from '../telling/webhooks/webhooks.http.ts'
import { mountAdministration } from './administration/administration.http.ts'
import { annexes } from './annexes.ts'
import { mountBackup } from './backup/backup.http.ts'

/** Mounts every handler on its endpoint; an endpoint without one returns 404 and is listed in docs/status.md. */
export function mountSlices(app: App, mounted: readonly Annex[] = annexes): void {
  mountAccounts(app)
  mountPlanning(app)
  mountMaps(app)
  mountRegions(app)
  mountOptimization(app)
  mountTelling(app)
  mountField(app)
  mountBackup(app)
  mountAdministration(app)
  for (const annex of mounted) annex.mount?.(app)
}

/** Opens the additional ports; returns a function that closes them. A worker has only that of the metrics. */
export async function openPorts(services: Services, mounted: readonly Annex[] = annexes): Promise<() => Promise<void>> {
  const closing = [await listenForMetrics(services)]
  const serving = services.config.role === 'worker' ? [] : mounted
  for (const annex of serving) if (annex.listen) closing.push(await annex.listen(services))
  return async () => {
    for (const close of closing) await close()
  }
}

function mountAccounts(app: App): void {
  mountOrganizations(app)
  mountUsers(app)
  mountApiKeys(app)
  mountProjects(app)
  mountAudit(app)
}

function mountPlanning(app: App): void {
  mountVehicles(app)
  mountDepots(app)
  mountDrivers(app)
  mountZones(app)
  mountClients(app)
  mountFullPlans(app)
  mountRoutes(app)
  mountStops(app)
  mountTasks(app)
  mountAddresses(app)
  mountEditor(app)
  mountReach(app)
}

function mountTelling(app: App): void {
  mountWebhooks(app)
  mountMessages(app)
  mountPromises(app)
  mountLive(app)
}

function mountField(app: App): void {
  mountDispatch(app)
  mountDriver(app)
  mountReports(app)
  mountReportConflicts(app)
  mountReportVersions(app)
  mountReturns(app)
  mountTracking(app)
}

/** Deletes what is past its time. */
async function cleanUp(services: Services, mounted: readonly Annex[]): Promise<void> {
  await cleanUpWebhooks(services)
  await cleanUpMessages(services)
  await cleanUpResets(services)
  await cleanUpSteps(services)
  await cleanUpChanges(services)
  await cleanUpExtracts(services)
  await cleanUpPromises(services)
  for (const annex of mounted) await annex.cleanUp?.(services)
}

/** Starts working on the queues, in processes with the role `all` or `worker`; returns a function that ends everything else. */
export async function startWorkers(
  services: Services,
  mounted: readonly Annex[] = annexes,
): Promise<() => Promise<void>> {
  await services.jobs.work('mail', { concurrency: 4 }, (message) => sendMail(services, message))
  await services.jobs.work('sms', { concurrency: 4 }, (message) => sendQueuedSms(services, message))
  await services.jobs.work('cleanup', {}, () => cleanUp(services, mounted))
  await services.jobs.schedule('cleanup', '7 * * * *')
  await startScoringPromises(services)
  await startClosingDays(services)
  await startSortingTexts(services)
  await startFileDeletion(services)
  await startRoadTimes(services)
  await startExtracts(services)
  await takeUpLeftDeliveries(services)
  const webhooks = await startWebhookDelivery(services)
  const messages = await startMessageDelivery(services)
  const stops: Awaited<ReturnType<NonNullable<Annex['work']>>>[] = []
  for (const annex of mounted) stops.push(await annex.work?.(services))
  const stopOptimization = await startOptimization(services)
  return async () => {
    await stopOptimization()
    await webhooks.stop()
    await messages.stop()
    for (const stop of stops) await stop?.()
  }
}
