// The command `npm run demo:day`: the scenario of a day on a service of its own, reported as it happens and summed up at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route, Stop } from '@routewright/contract'
import { SHIPPED_EXTRACT } from '@routewright/roads'
import { takeAddresses } from './addresses.ts'
import { type DayResult, runDay } from './day.ts'
import { type DayRoads, openDayRoads } from './day-roads.ts'
import { openMailbox } from './mailbox.ts'
import { startService } from './service-process.ts'
import { openReceiver } from './webhook-receiver.ts'

const isTerminal = process.stderr.isTTY === true
const startedAt = performance.now()

async function main(): Promise<void> {
  const addresses = takeAddresses(SHIPPED_EXTRACT, 300, 20_261_120)
  say('Took 300 addresses from the OpenStreetMap extract of Liechtenstein.')
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-demo-day-'))
  const mailbox = await openMailbox()
  const receiver = await openReceiver()
  const databaseUrl = process.env.DATABASE_URL || undefined
  const service = await startService({ dataDirectory, databaseUrl, smtpUrl: mailbox.url, osmFile: SHIPPED_EXTRACT })
  say(`Serving at ${service.baseUrl} on ${databaseUrl ? 'PostgreSQL' : 'the embedded database'}.`)
  let roads: DayRoads | undefined
  try {
    roads = await openDayRoads(service, SHIPPED_EXTRACT, dataDirectory)
    say(`The roads are there: a graph of ${roads.edges} edges.`)
    const day = await runDay({
      service,
      mailbox,
      receiver,
      addresses,
      travel: roads.travel,
      solverSeconds: 10,
      say,
      progress: showProgress,
    })
    process.stdout.write(summary(day))
    process.exitCode = day.faults.length > 0 ? 1 : 0
  } finally {
    await roads?.close()
    await service.stop()
    await receiver.close()
    await mailbox.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

function say(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stderr.write(`${isTerminal ? '\r\u001b[K' : ''}[${seconds.padStart(5)} s] ${text}\n`)
}

let shownTenths = -1

/** One line that moves on a terminal; a line for every tenth elsewhere. */
function showProgress(share: number): void {
  if (isTerminal) {
    const filled = Math.round(share * 30)
    process.stderr.write(`\r\u001b[K          Optimizing [${'#'.repeat(filled)}${'·'.repeat(30 - filled)}]`)
  } else if (Math.floor(share * 10) > shownTenths) {
    shownTenths = Math.floor(share * 10)
    say(`Optimizing: ${shownTenths * 10} %`)
  }
}

function summary(day: DayResult): string {
  const { finished, optimized, verdict, milliseconds } = day
  const count = (what: (stop: Stop) => boolean) => finished.stops.filter(what).length
  const reports = finished.stops.flatMap((stop) => stop.reports)
  const packages = finished.stops.flatMap((stop) => stop.packages)
  const widths = [22, 6, 8, 8, 8, 8, 11]
  const row = (cells: readonly (string | number)[]) =>
    `  ${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(widths[0]!) : String(cell).padStart(widths[index]!))).join('')}`
  const lines = [
    '',
    `The day: ${optimized.total_stops} stops, ${optimized.routes.length} vans, ${(verdict.meters / 1000).toFixed(0)} km, ${(verdict.workSeconds / 3600).toFixed(1)} h of work`,
    '',
    row(['route', 'stops', 'start', 'end', 'km', 'kg', 'status']),
    ...finished.routes.map((route) => row(routeCells(route))),
    '',
    row(['stops', finished.total_stops]),
    row(['  completed', finished.completed_stops]),
    row(['  incomplete', finished.incomplete_stops]),
    row(['  canceled', finished.canceled_stops]),
    row(['  tried twice', count((stop) => stop.report_attempts > 0)]),
    row(['reports', reports.length]),
    row(['  with a photo', reports.filter(({ images }) => images.length > 0).length]),
    row(['  with a signature', reports.filter(({ signature }) => signature).length]),
    row(['parcels', packages.length]),
    row(['  delivered', packages.filter(({ status }) => status === 'delivered').length]),
    row(['mails to drivers', day.mails]),
    row(['webhook events', day.events.distinct]),
    '',
    `  Creating took ${seconds(milliseconds.create)}, optimizing ${seconds(milliseconds.optimize)}, the drivers' calls ${seconds(milliseconds.drive)}.`,
    ...(day.faults.length === 0
      ? [
          `  The plan is ${finished.status}. The independent checker found every rule kept, the counters agree with the stops,`,
          '  and the webhook receiver saw exactly the expected events.',
        ]
      : [`  NOT AS SPECIFIED (${day.faults.length}):`, ...day.faults.slice(0, 20).map((fault) => `  - ${fault}`)]),
    '',
  ]
  return `${lines.join('\n')}\n`
}

function routeCells(route: Route): (string | number)[] {
  const stops = route.stops ?? []
  const weight = stops.reduce((sum, stop) => sum + (stop.type === 'delivery' ? (stop.weight ?? 0) : 0), 0)
  const [start, end] = [clock(route.planned_start_time), clock(route.planned_end_time)]
  return [
    route.label ?? route.vehicle_label ?? route.id,
    stops.length,
    start,
    end,
    ((route.planned_distance ?? 0) / 1000).toFixed(1),
    weight,
    route.status,
  ]
}

function clock(secondsOfDay = 0): string {
  const minutes = Math.floor(secondsOfDay / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function seconds(milliseconds = 0): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

await main()
