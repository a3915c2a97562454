// Shows, corrects and takes back reports; each change goes through the queue like a report.
import {
  type AmendedReport,
  type CashOnDelivery,
  type DriverStop,
  mayAmend,
  type Payment,
  type Report,
} from '@routewright/contract'
import { amendReports, reportOnPhone } from '../outbox/amended-reports.ts'
import { keepOrSend, storing } from '../outbox/keep-or-send.ts'
import { newItem, noteAdded } from '../outbox/outbox.ts'
import { type AmendmentDraft, database, type NewQueuedItem, type StopDraft } from '../store/database.ts'
import { newId } from '../store/new-id.ts'
import { findUnstoredPicture, forgetUnstoredPicture } from '../store/unstored.ts'
import { now } from './doings.ts'
import { getPaymentDraft, readPayment } from './payment.ts'
import type { RouteView } from './use-route.ts'

/** The reports of a stop, oldest first, also those that the office keeps. */
export function listReports({ calls }: Pick<RouteView, 'calls'>, stop: DriverStop): Report[] {
  const ofStop = calls.filter(({ stop_id }) => stop_id === stop.id)
  const handed = ofStop.flatMap((call) => {
    const isKnown = stop.reports.some(({ client_id }) => client_id === call.id)
    return call.kind === 'report' && call.state === 'handed' && !isKnown ? [reportOnPhone(call)] : []
  })
  const corrected = ofStop.reduce(
    (known, call) => (call.kind === 'amend' ? amendReports(known, call.body) : known),
    handed,
  )
  return [...stop.reports, ...corrected]
}

/** The report that the driver may correct or take back: the last one, while the project allows it. */
export function findAmendable(
  view: Pick<RouteView, 'calls' | 'route' | 'session'>,
  stop: DriverStop,
): Report | undefined {
  const last = listReports(view, stop).at(-1)
  const isOwn = last?.reporter === 'driver'
  return isOwn && mayAmend(view.session.settings, view.route.status) ? last : undefined
}

/** Returns the report as an editable draft. `takerLine` is the line before the driver's own comments. */
export function getAmendment(stop: DriverStop, routeId: string, report: Report, takerLine: string): AmendmentDraft {
  const { comments = '', cancel_reason, taken_by, taker_name, payment_collected, signature, images } = report
  const own = takerLine && comments.startsWith(takerLine) ? comments.slice(takerLine.length).trimStart() : comments
  const checks = report.packages.map(({ identifier, scanned_at, manual }) => [
    identifier,
    { scanned_at: scanned_at ?? report.created_at, manual: manual ?? true },
  ])
  const tasks = report.tasks.flatMap(({ task_id, status }) =>
    status && status !== 'pending' ? [[task_id, status]] : [],
  )
  return {
    stop_id: stop.id,
    route_id: routeId,
    report_id: newId(),
    report: report.client_id ?? report.id,
    stop,
    comments: own,
    parcels: Object.fromEntries(checks),
    tasks: Object.fromEntries(tasks),
    fields: (report.custom_fields ?? {}) as StopDraft['fields'],
    kept_images: images.filter(({ url }) => url !== ''),
    picture_ids: images.flatMap(({ id, url }) => (url === '' ? [id] : [])),
    ...(signature && { kept_signature: signature.url }),
    pin: '',
    ...(cancel_reason && { reason: cancel_reason }),
    ...(taken_by && { taken_by }),
    ...(taker_name && { taker_name }),
    ...(payment_collected && { payment: getPaymentDraft(payment_collected) }),
  }
}

/** Keeps what was changed of the correction, on the phone. */
export async function keepAmendment(draft: AmendmentDraft): Promise<void> {
  await storing(() => database.amendments.put(draft))
}

/** Forgets what was begun to be corrected. */
export async function dropAmendment(stopId: string): Promise<void> {
  await database.amendments.delete(stopId)
}

/** Returns the draft's differences from the report; undefined where there are none. */
export function amendedBy(draft: AmendmentDraft, report: Report, takerLine: string): AmendedReport | undefined {
  const amended: AmendedReport = {
    ...getWords(draft, report, takerLine),
    ...getPictures(draft, report),
    ...getOutcome(draft, report),
    ...getPayment(draft, report),
  }
  return Object.keys(amended).length > 0 ? amended : undefined
}

function getWords(draft: AmendmentDraft, report: Report, takerLine: string): AmendedReport {
  const { taken_by, reason, fields } = draft
  const comments = [takerLine, draft.comments.trim()].filter(Boolean).join('\n')
  const taker_name = draft.taker_name?.trim()
  return {
    ...(comments !== (report.comments ?? '') && { comments: comments || null }),
    ...(taken_by !== report.taken_by && { taken_by: taken_by ?? null }),
    ...((taker_name || undefined) !== report.taker_name && { taker_name: taker_name || null }),
    ...(reason !== report.cancel_reason && { cancel_reason: reason ?? null }),
    ...(!isSame(fields, report.custom_fields ?? {}) && { custom_fields: fields }),
  }
}

function getPictures(
  { kept_images, picture_ids, signature, kept_signature }: AmendmentDraft,
  report: Report,
): AmendedReport {
  const kept = kept_images.map(({ id }) => id)
  const isChanged = !isSame(
    [...kept, ...picture_ids],
    report.images.map(({ id }) => id),
  )
  const isUnsigned = report.signature !== undefined && !kept_signature && signature === undefined
  return {
    ...(isChanged && { images: kept, awaited_images: picture_ids }),
    ...(signature !== undefined && { signature }),
    ...(isUnsigned && { signature: null }),
  }
}

function getOutcome({ parcels, tasks }: AmendmentDraft, report: Report): AmendedReport {
  const handed = Object.entries(parcels).map(([identifier, check]) => ({ identifier, ...check }))
  const codes = handed.map(({ identifier }) => identifier).sort()
  const results = Object.entries(tasks).map(([task_id, status]) => ({ task_id, status }))
  const told = report.tasks.map(({ task_id, status }) => `${task_id} ${status}`).sort()
  return {
    ...(!isSame(codes, report.packages.map(({ identifier }) => identifier).sort()) && { packages: handed }),
    ...(!isSame(results.map(({ task_id, status }) => `${task_id} ${status}`).sort(), told) && { tasks: results }),
  }
}

/** The amount that the recipient had to pay: from the stop as it is now, else from the report. */
export function findDue(
  stop: Pick<DriverStop, 'cash_on_delivery'> | undefined,
  { type, payment_collected }: Pick<Report, 'type' | 'payment_collected'>,
): CashOnDelivery | undefined {
  if (type !== 'service_report_completed') return undefined
  return stop?.cash_on_delivery ?? (payment_collected && { ...payment_collected })
}

function getPayment({ stop, payment }: AmendmentDraft, report: Report): AmendedReport {
  const due = findDue(stop, report)
  const corrected = due && readPayment(due, payment)
  const isChanged = corrected !== undefined && !isSamePayment(corrected, report.payment_collected)
  return isChanged ? { payment_collected: corrected } : {}
}

function isSamePayment(a: Payment, b: Payment | undefined): boolean {
  return b !== undefined && (['amount', 'currency', 'method', 'reason'] as const).every((name) => a[name] === b[name])
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Files the correction, with its new pictures. Throws NotKept where the phone could neither store nor send it. */
export async function fileAmendment(
  view: Pick<RouteView, 'id'>,
  draft: AmendmentDraft,
  amended: AmendedReport,
): Promise<void> {
  const body = { report: draft.report, action: 'amend' as const, amended, at: now() }
  const owner = { route_id: view.id, stop_id: draft.stop_id }
  const item = newItem({ kind: 'amend', body }, owner, draft.report_id)
  await keepOrSend(item, () => storeAmendment(item, draft.picture_ids))
  for (const id of draft.picture_ids) forgetUnstoredPicture(id)
  noteAdded(item)
}

async function storeAmendment(item: NewQueuedItem, pictureIds: readonly string[]): Promise<void> {
  await database.transaction('rw', [database.outbox, database.pictures, database.amendments], async () => {
    if (await database.outbox.where('id').equals(item.id).first()) return
    for (const id of pictureIds) {
      const unstored = findUnstoredPicture(id)
      const picture = unstored ?? (await database.pictures.get(id))
      if (picture?.state === 'draft') await database.pictures.put({ ...picture, state: 'waiting' })
    }
    await database.amendments.delete(item.stop_id!)
    await database.outbox.add(item)
  })
}

/** The report did not happen: the stop is open again. Throws NotKept as `fileAmendment`. */
export async function takeReportBack(view: Pick<RouteView, 'id'>, stop: DriverStop, report: Report): Promise<void> {
  const body = { report: report.client_id ?? report.id, action: 'take_back' as const, at: now() }
  const item = newItem({ kind: 'amend', body }, { route_id: view.id, stop_id: stop.id })
  await keepOrSend(item, async () => {
    await database.transaction('rw', [database.outbox, database.routes, database.amendments], async () => {
      const kept = await database.routes.get(view.id)
      // That the stop ends by somebody else from now on is news.
      const reported = (kept?.reported ?? []).filter((id) => id !== stop.id)
      await database.routes.update(view.id, { reported })
      await database.amendments.delete(stop.id)
      await database.outbox.add(item)
    })
  })
  noteAdded(item)
}
