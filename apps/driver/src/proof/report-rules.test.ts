// Without a connection the phone predicts the service's response: every case of the contract's table.
import type { DriverRoute, DriverSession } from '@routewright/contract'
import { type ReportCase, reportCases } from '@routewright/contract/test/report-cases'
import { expect, test } from 'vitest'
import { applyCalls } from '../outbox/overlay.ts'
import { getReport, type ReportOutcome } from '../route/draft-report.ts'
import type { QueuedItem, StopDraft } from '../store/database.ts'
import { completion, listUnmet, parcelsAt } from './demands.ts'

/** A route on which the stop of the case comes first, then what it needs, then another one. */
function getRoute({ stop, settings = {} }: ReportCase): DriverRoute {
  const makeStop = (id: string, changed: object) => ({
    id,
    type: 'delivery',
    status: 'pending',
    packages: [],
    tasks: [],
    reports: [],
    report_attempts: 0,
    pin_required: settings.pin_required === true,
    ...changed,
  })
  const packages = (stop.parcels ?? []).map((identifier) => ({ identifier, status: 'pending' }))
  const tasks = Array.from({ length: stop.tasks ?? 0 }, (_, index) => ({ id: `t${index}` }))
  const reported = makeStop('reported', { type: stop.type, tasks, ...(stop.type === 'pickup' ? {} : { packages }) })
  const holders = stop.type === 'pickup' ? [makeStop('holder', { pickup_id: 'reported', packages })] : []
  return {
    id: 'r',
    status: 'in_transit',
    stops: [reported, ...holders, makeStop('other', {})],
  } as unknown as DriverRoute
}

function getDraft({ report }: ReportCase): StopDraft {
  const check = { scanned_at: '2026-03-02T08:00:00.000Z', manual: false }
  const tasks = (report.tasks ?? []).flatMap((status, index) => (status ? [[`t${index}`, status] as const] : []))
  return {
    stop_id: 'reported',
    report_id: 'p',
    route_id: 'r',
    comments: '',
    parcels: Object.fromEntries((report.handed ?? []).map((code) => [code, check])),
    tasks: Object.fromEntries(tasks) as StopDraft['tasks'],
    fields: report.fields ?? {},
    picture_ids: report.photo ? ['photo-1'] : [],
    ...(report.signature ? { signature: 'data:image/png;base64,AA==' } : {}),
    pin: report.pin ? '1234' : '',
  }
}

/** Returns the outcome that the screens pass on: delivering fills in tasks and parcels, giving up the reason. */
function getOutcome({ report }: ReportCase, route: DriverRoute, draft: StopDraft): ReportOutcome {
  if (report.type !== 'service_report_completed') return { type: report.type, cancel_reason: report.cancel_reason }
  const stop = route.stops[0]!
  return completion(stop, parcelsAt(route, stop), draft)
}

const places = { payment: 'payment_collected', photo: 'images', signature: 'signature', pin: 'pin' }

test.each(reportCases.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => {
  const session = {
    settings: entry.settings ?? {},
    cancel_reasons: entry.cancel_reasons ?? [],
  } as unknown as DriverSession
  const route = getRoute(entry)
  const draft = getDraft(entry)
  const outcome = getOutcome(entry, route, draft)
  const [unmet] = listUnmet(session, route.stops[0]!, draft, outcome)
  const missing = unmet && (unmet.demand === 'field' ? `custom_fields.${unmet.field.name}` : places[unmet.demand])
  if ('missing' in entry.answer) return expect(missing).toBe(entry.answer.missing)
  expect(missing).toBeUndefined()

  const item = {
    kind: 'report',
    id: 'i',
    stop_id: 'reported',
    body: getReport(draft, outcome),
  } as unknown as QueuedItem
  const after = applyCalls(route, [item])
  expect(after.stops[0]!.status).toBe(entry.answer.status)
  const holder = after.stops.find(({ packages }) => packages.length > 0)
  if (entry.answer.parcels) expect(holder!.packages.map(({ status }) => status)).toEqual(entry.answer.parcels)
  expect(after.stops.at(-1)!.status).toBe('pending')
})
