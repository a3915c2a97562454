// The day of one driver with the link from the mail: opens, loads, delivers, fails, tries again.
import type { DriverRoute, DriverStop, Report, ReportInput } from '@routewright/contract'
import { doorPicture, getDataUrl, signaturePicture } from '../../src/annexes/demo/drawings/drawings.ts'
import { multipart } from '../pictures.ts'
import type { Caller, HttpAnswer } from './http-caller.ts'

export interface DriverLog {
  routeId: string
  reports: { stop_id: string; type: Report['type']; report_id: string }[]
  scans: { load: number; delivery: number }
  positions: number
}

export interface Driver {
  readonly log: DriverLog
  /** Opens the page of the link, as a mail scanner does too, then presses the button. */
  open(): Promise<void>
  /** Scans every parcel into the van. */
  load(): Promise<void>
  /** Drives the route; the stops of `leaveOut` are attempted only, and stay pending. */
  drive(leaveOut?: (stop: DriverStop, index: number, route: DriverRoute) => boolean): Promise<void>
  /** Completes what is still pending. */
  finish(): Promise<void>
}

/** `link` is the one from the mail; `onReport` is told after every report. */
export function createDriver(call: Caller, routeId: string, link: string, onReport = () => {}): Driver {
  const token = link.split('/d/')[1]!
  const headers = { authorization: `Bearer ${token}` }
  const log: DriverLog = { routeId, reports: [], scans: { load: 0, delivery: 0 }, positions: 0 }
  const send = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    call(method, `/driver/v1${path}`, { headers, body })
  const readRoute = async () => (await send('GET', '/route')).expect(200) as DriverRoute

  const report = async (stop: DriverStop, input: ReportInput) => {
    const made: Report = (await send('POST', `/stop/${stop.id}/report`, input)).expect(201)
    log.reports.push({ stop_id: stop.id, type: made.type, report_id: made.id })
    onReport()
  }
  const arrive = async (stop: DriverStop) => {
    const { lat, lng } = stop.location!
    const recorded_at = new Date().toISOString()
    const batch = { positions: [{ lat, lng, recorded_at }] }
    log.positions += (await send('POST', '/positions', batch)).expect(200).accepted
    ;(await send('POST', `/stop/${stop.id}/arrive`)).expect(200)
  }
  const deliver = async (stop: DriverStop) => {
    const number = getNumber(stop)
    const isShort = stop.packages.length > 1 && number % 24 === 0
    const handed = isShort ? stop.packages.slice(0, -1) : stop.packages
    for (const { identifier } of handed) {
      const scan = { identifier, purpose: 'delivery', stop_id: stop.id }
      if ((await send('POST', '/scan', scan)).expect(200).package.status !== 'delivered')
        throw new Error('not delivered')
      log.scans.delivery += 1
    }
    const images = number % 12 === 0 ? [await uploadPhoto(stop)] : []
    const isTaskLeft = stop.tasks.length > 0 && number % 5 === 0
    await report(stop, {
      type: 'service_report_completed',
      location: stop.location,
      images,
      tasks: stop.tasks.map(({ id }, index) => ({
        task_id: id,
        status: isTaskLeft && index === 0 ? 'canceled' : 'completed',
      })),
      ...(isShort ? { packages: handed.map(({ identifier }) => ({ identifier })) } : {}),
      ...(number % 10 === 1 ? { signature: getDataUrl(signaturePicture(number)) } : {}),
      client_id: `${stop.id}-completed`,
    })
  }
  const uploadPhoto = async (stop: DriverStop): Promise<string> => {
    const upload = multipart(doorPicture(getNumber(stop), stop.packages.length), 'photo.png', 'image/png')
    const path = `/driver/v1/stop/${stop.id}/report/image`
    const answer = await call('POST', path, { headers: { ...headers, ...upload.headers }, body: upload.body })
    return answer.expect(201).id
  }
  const attempt = (stop: DriverStop) =>
    report(stop, { type: 'service_report_attempted', cancel_reason: 'recipient_absent', comments: 'Nobody opened.' })

  return {
    log,
    async open() {
      const before = (await send('GET', '/session')).expect(200)
      const page = await call('GET', `/d/${token}`)
      if (page.status !== 200 || !page.text.includes('<html')) throw new Error(`The link answers ${page.status}.`)
      const after = (await send('GET', '/session')).expect(200)
      if (before.route_status !== 'not_started' || after.route_status !== 'not_started') {
        throw new Error('Looking at the page must not start the route.')
      }
      const route: DriverRoute = (await send('POST', '/start')).expect(200)
      if (route.status !== 'in_transit') throw new Error('The button must start the route.')
    },
    async load() {
      const { stops } = await readRoute()
      for (const stop of stops.toReversed().filter(({ pickup_id }) => pickup_id === undefined)) {
        for (const { identifier } of stop.packages) {
          const scan = { identifier, purpose: 'load', stop_id: stop.id }
          if ((await send('POST', '/scan', scan)).expect(200).package.status !== 'picked') throw new Error('not picked')
          log.scans.load += 1
        }
      }
    },
    async drive(leaveOut = () => false) {
      const route = await readRoute()
      const again: DriverStop[] = []
      for (const [index, stop] of route.stops.entries()) {
        await arrive(stop)
        const number = getNumber(stop)
        if (leaveOut(stop, index, route)) await attempt(stop)
        else if (number % 29 === 0) {
          await attempt(stop)
          again.push(stop)
        } else if (number % 41 === 0) {
          const photo = getDataUrl(doorPicture(number))
          await report(stop, { type: 'service_report_canceled', cancel_reason: 'refused', images: [photo] })
        } else await deliver(stop)
      }
      for (const stop of again) await deliver(stop)
    },
    async finish() {
      const { stops } = await readRoute()
      for (const stop of stops.filter(({ status }) => status === 'pending')) await deliver(stop)
    },
  }
}

/** The number in the scenario's external id: it decides what happens at the door. */
function getNumber(stop: DriverStop): number {
  return Number(stop.external_id!.split('-')[1])
}
