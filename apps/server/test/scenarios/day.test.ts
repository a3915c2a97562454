import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullPlan, PackageStatus } from '@routewright/contract'
import { SHIPPED_EXTRACT } from '@routewright/roads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInstallation } from '../template.ts'
import { takeAddresses } from './addresses.ts'
import { type DayResult, runDay } from './day.ts'
import { judgePlan } from './day-check.ts'
import { expectedEvents, listEventFaults } from './day-events.ts'
import { type DayRoads, openDayRoads } from './day-roads.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

/** `npm test -- all` takes the whole day. */
const orders = Number(process.env.ROUTEWRIGHT_DAY ?? 300)

describe(`a day of ${orders} addresses and 8 vans, from the orders to the finished plan`, { timeout: 600_000 }, () => {
  let service: ServiceProcess
  let mailbox: Mailbox
  let receiver: Receiver
  let roads: DayRoads
  let dropDatabase = async () => {}
  let day: DayResult
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-day-'))

  beforeAll(async () => {
    mailbox = await openMailbox()
    receiver = await openReceiver()
    const { databaseUrl, drop } = await createInstallation(dataDirectory)
    dropDatabase = drop
    service = await startService({ dataDirectory, databaseUrl, smtpUrl: mailbox.url, osmFile: SHIPPED_EXTRACT })
    roads = await openDayRoads(service, SHIPPED_EXTRACT, dataDirectory)
    day = await runDay({
      service,
      mailbox,
      receiver,
      addresses: takeAddresses(SHIPPED_EXTRACT, orders, 20_261_120),
      solverSeconds: orders / 60,
      travel: roads.travel,
    })
  }, 600_000)

  afterAll(async () => {
    await roads?.close()
    await service?.stop()
    await receiver?.close()
    await mailbox?.close()
    await dropDatabase()
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  test('the stops are created from their addresses alone, and their doors are found', () => {
    const { all, near, misses } = day.places
    expect(all).toBe(orders)
    expect(near, misses.join('; ')).toBeGreaterThanOrEqual(orders - 1)
    const linked = day.optimized.stops.filter(({ pickup_id }) => pickup_id !== undefined)
    expect(linked.length).toBeGreaterThanOrEqual(orders / 60)
    // Only a geocoder says how sure it is.
    expect(day.optimized.stops.filter(({ location }) => location?.scoring === undefined)).toEqual([])
  })

  test('the optimizer places every stop, and the independent checker finds every rule kept', () => {
    expect(day.verdict.faults).toEqual([])
    expect(day.optimized.total_stops).toBe(orders)
    expect(day.optimized.stops.filter((stop) => !stop.route_id).map((stop) => stop.optimization_warnings)).toEqual([])
    expect(new Set(day.optimized.routes.map((route) => route.vehicle_id)).size).toBe(day.optimized.routes.length)
  })

  test('the judges see a planted breach: a late service, an overload, a missing skill, a lost event', async () => {
    const spoil = async (change: (plan: FullPlan) => void) => {
      const plan = structuredClone(day.optimized)
      change(plan)
      return (await judgePlan(plan, roads.travel)).faults
    }
    const busiest = (plan: FullPlan) => plan.routes.toSorted((a, b) => b.stops!.length - a.stops!.length)[0]!
    expect(await spoil((plan) => busiest(plan).stops!.reverse())).not.toEqual([])
    expect(await spoil((plan) => Object.assign(busiest(plan), { max_weight: 1 }))).not.toEqual([])
    const unskilled = await spoil((plan) => {
      for (const route of plan.routes) route.provides = []
    })
    expect(unskilled).toContainEqual(expect.stringContaining('needs a skill'))
    expect(unskilled).toContainEqual(expect.stringContaining('checker: skill_missing'))
    const expected = expectedEvents(day.optimized, day.drivers)
    const tenant = { organization_id: day.optimized.organization_id, project_id: day.optimized.project_id }
    const events = receiver.distinct()
    expect(listEventFaults(expected, events, tenant)).toEqual([])
    expect(listEventFaults(expected, events.slice(1), tenant)).toHaveLength(1)
    expect(listEventFaults(expected, events.toReversed(), tenant)).not.toEqual([])
  })

  test('optimizing and dispatching change no status', () => {
    expect(day.optimized.status).toBe('planning')
    expect(day.optimized.routes.every((route) => route.status === 'not_started')).toBe(true)
    expect(day.mails).toBe(day.optimized.routes.length)
  })

  test('an attempted stop keeps its route in transit and its plan in progress until it is done', () => {
    const { plan, openRouteId, attemptedStopId } = day.almostDone
    expect(plan.status).toBe('in_progress')
    const open = plan.routes.filter((route) => route.status !== 'finished')
    expect(open.map(({ id, status }) => ({ id, status }))).toEqual([{ id: openRouteId, status: 'in_transit' }])
    const attempted = plan.stops.find((stop) => stop.id === attemptedStopId)!
    expect(attempted).toMatchObject({ status: 'pending', report_attempts: 1 })
    const done = day.finished.stops.find((stop) => stop.id === attemptedStopId)!
    expect(done.status).not.toBe('pending')
    expect(done.reports.map(({ type }) => type)).toEqual(['service_report_attempted', 'service_report_completed'])
  })

  test('the plan ends finished, every route too, and every report is kept with its proof', () => {
    const { finished } = day
    expect(finished.status).toBe('finished')
    expect(new Set(finished.routes.map((route) => route.status))).toEqual(new Set(['finished']))
    expect(new Set(finished.stops.map((stop) => stop.status))).toEqual(new Set(['completed', 'incomplete', 'canceled']))
    const kept = finished.stops.flatMap((stop) => stop.reports.map(({ id }) => id)).sort()
    expect(kept).toEqual(day.drivers.flatMap(({ reports }) => reports.map(({ report_id }) => report_id)).sort())
    expect(new Set(finished.stops.flatMap((stop) => stop.reports.map(({ type }) => type))).size).toBe(3)
    expect(finished.stops.some((stop) => stop.reports.some(({ images }) => images.length > 0))).toBe(true)
    expect(finished.stops.some((stop) => stop.reports.some(({ signature }) => signature))).toBe(true)
  })

  test('report_attempts counts the attempts, and the package scans are kept whatever became of the stop', () => {
    for (const stop of day.finished.stops) {
      const attempts = stop.reports.filter(({ type }) => type === 'service_report_attempted').length
      expect(stop.report_attempts, stop.external_id).toBe(attempts)
    }
    const scanned = day.drivers.reduce((sum, { scans }) => sum + scans.delivery, 0)
    expect(packagesWith(day.finished, 'delivered')).toBe(scanned)
    const loaded = day.drivers.reduce((sum, { scans }) => sum + scans.load, 0)
    expect(packagesWith(day.finished, 'delivered') + packagesWith(day.finished, 'picked')).toBeGreaterThanOrEqual(
      loaded,
    )
    expect(packagesWith(day.finished, 'picked')).toBeGreaterThan(0)
  })

  test('the pictures of the reports are served at their addresses', async () => {
    const files = day.finished.stops.flatMap((stop) =>
      stop.reports.flatMap(({ images, signature }) => [...images, ...(signature ? [signature] : [])]),
    )
    for (const { url } of files.slice(0, 5)) {
      const picture = await fetch(url)
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/)
    }
  })

  test('the receiver saw exactly the expected events, once each and in order, and the counters agree with the stops', () => {
    expect(day.faults).toEqual([])
    expect(day.events.deliveries).toBe(day.events.distinct)
  })
})

function packagesWith(plan: FullPlan, status: PackageStatus): number {
  return plan.stops.flatMap((stop) => stop.packages).filter((parcel) => parcel.status === status).length
}
