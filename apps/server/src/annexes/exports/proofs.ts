// Proofs of delivery on paper: what the driver reported, with pictures, signature, time and place.
import type { Readable } from 'node:stream'
import type { CashOnDelivery } from '@routewright/contract'
import type { ProjectRow } from '../../data/project-tables.ts'
import { addressText } from '../../data/resources/address.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { Paper } from '../../frame/paper/paper.ts'
import type { StopRecord } from '../../planning/stops/stops.ts'
import { createMomentText } from './clock-words.ts'
import { reasonText } from './columns.ts'
import { writeAmount } from './route-sheets.ts'
import { type Say, sayValue } from './words.ts'

type Report = StopRecord['reports'][number]

export interface Proofs {
  project: ProjectRow
  title: string
  say: Say
  /** Stops with their route, in the order of the file. */
  stops: AsyncIterable<{ stop: StopRecord; route: RouteRow | undefined }>
  /** The bytes of a picture by its id. */
  findPicture(id: string): Promise<Buffer | undefined>
}

const faint = '#5b6572'

/** Starts writing the proofs, a page or more for each stop; returns a stream of them. */
export function printProofs(proofs: Proofs): Readable {
  const { say, project } = proofs
  let title = proofs.title
  const paper = new Paper(say('proof'), (page) => [project.label, title, page].filter(Boolean).join(' · '))
  const write = async () => {
    let count = 0
    for await (const { stop, route } of proofs.stops) {
      title = stop.label ?? stop.external_id ?? stop.id!
      paper.beginSection()
      writeStop(paper, proofs, stop, route)
      for (const report of stop.reports) await writeReport(paper, proofs, report, stop)
      if (stop.reports.length === 0) paper.text(say('no_reports'), { color: faint })
      await paper.rest()
      count += 1
    }
    if (count === 0) {
      paper.beginSection()
      paper.text(say('proof'), { size: 18, weight: 700 })
      paper.text(say('no_reports'))
    }
    paper.end()
  }
  write().catch((error: Error) => paper.fail(error))
  return paper.stream
}

function writeStop(paper: Paper, { say, project }: Proofs, stop: StopRecord, route: RouteRow | undefined): void {
  paper.text(`${say('proof')} · ${project.label}`, { size: 9, color: faint })
  paper.text(stop.label ?? addressText(stop.location) ?? stop.external_id ?? stop.id!, { size: 18, weight: 700 })
  paper.y += 4
  const moment = createMomentText(project.timezone)
  const day = (stop.plan_execution_date as unknown as Date | undefined)?.toISOString().slice(0, 10)
  writeFacts(paper, [
    [say('status'), sayValue(say, `status_${stop.status}`)],
    [say('date'), day],
    [say('address'), addressText(stop.location)],
    [say('external_id'), stop.external_id],
    [say('fixed_id'), stop.fixed_id],
    [say('order'), stop.order === undefined ? undefined : String(stop.order + 1)],
    [say('route'), route && [route.label ?? route.vehicle_label, route.plate].filter(Boolean).join(' · ')],
    [say('reference_person'), stop.reference_person],
    [say('cash_on_delivery'), stop.cash_on_delivery && moneyText(stop.cash_on_delivery)],
    [say('packages'), stop.packages.map(({ identifier }) => identifier).join(', ')],
    [say('returned_at'), stop.returned_at && moment(stop.returned_at)],
    [say('return_to_sender_at'), stop.return_to_sender_at && moment(stop.return_to_sender_at)],
    [say('id'), stop.id],
  ])
  paper.y += 6
}

async function writeReport(paper: Paper, proofs: Proofs, report: Report, stop: StopRecord): Promise<void> {
  const { say, project } = proofs
  const moment = createMomentText(project.timezone)
  paper.ensure(90)
  paper.line()
  paper.y += 8
  paper.text(sayValue(say, report.type!), { size: 13, weight: 700 })
  const { location } = report
  const place = location && `${location.lat}, ${location.lng}`
  const distance = report.location_distance
  const away = distance === undefined ? undefined : say('from_stop', { meters: Math.round(distance) })
  const minutes = report.time_in_stop === undefined ? undefined : String(Math.round(report.time_in_stop / 6) / 10)
  writeFacts(paper, [
    [say('driver_date'), `${moment(report.created_at)} (${project.timezone})`],
    [say('recorded_by'), report.reporter && sayValue(say, `reporter_${report.reporter}`)],
    [say('position'), [place, away].filter(Boolean).join(' · ')],
    [say('time_in_stop'), minutes],
    [say('collected'), paymentText(say, report)],
    [say('cancel_reason'), reasonText(report.cancel_reason, { project })],
    [say('comments'), report.comments],
    [say('packages'), parcelText(say, report)],
    ...taskFacts(say, report, stop),
  ])
  await writePictures(paper, proofs, report)
}

function moneyText(money: CashOnDelivery): string {
  return `${money.currency} ${writeAmount(money)}`
}

/** Returns what was collected, how, and why it was another amount. */
function paymentText(say: Say, { payment_collected: payment }: Report): string | undefined {
  if (!payment) return undefined
  const how = payment.method && sayValue(say, `paid_${payment.method}`)
  return [moneyText(payment), how, payment.reason].filter(Boolean).join(' · ')
}

function parcelText(say: Say, report: Report): string {
  const parcels = (report.packages ?? []) as { identifier?: string; manual?: boolean }[]
  return parcels.map(({ identifier, manual }) => (manual ? `${identifier} (${say('manual')})` : identifier)).join(', ')
}

function taskFacts(say: Say, report: Report, stop: StopRecord): [string, string | undefined][] {
  const tasks = (report.tasks ?? []) as { task_id?: string; status?: string; comments?: string }[]
  return tasks.map(({ task_id, status, comments }) => {
    const label = stop.tasks.find((task) => task.id === task_id)?.label ?? task_id ?? ''
    return [label, [sayValue(say, `status_${status}`), comments].filter(Boolean).join(' · ')]
  })
}

/** Writes two pictures per line; the signature has a line of its own. */
async function writePictures(paper: Paper, proofs: Proofs, report: Report): Promise<void> {
  const { say } = proofs
  const gap = 12
  const width = (paper.width - gap) / 2
  const height = 190
  const images = report.images ?? []
  for (let index = 0; index < images.length; index += 2) {
    if (index === 0) paper.y += 4
    paper.ensure(height + 8)
    for (const [column, image] of images.slice(index, index + 2).entries()) {
      await drawPicture(paper, proofs, image, paper.left + column * (width + gap), width, height)
    }
    paper.y += height + 8
  }
  if (!report.signature) return
  paper.ensure(110)
  paper.text(say('signature'), { size: 8, color: faint })
  paper.box(paper.left, paper.y, 240, 84)
  await drawPicture(paper, proofs, report.signature, paper.left + 4, 232, 76, 4)
  paper.y += 92
}

/** Draws a picture; one that paper cannot show (WebP, or deleted) is replaced by its URL. */
async function drawPicture(
  paper: Paper,
  { say, findPicture }: Proofs,
  image: { id: string; url: string },
  x: number,
  width: number,
  height: number,
  inset = 0,
): Promise<void> {
  const bytes = await findPicture(image.id)
  if (bytes && paper.picture(bytes, x, paper.y + inset, width, height)) return
  paper.textAt(`${say('picture_elsewhere')} ${image.url}`, x, paper.y + inset, width, { size: 8, color: faint })
}

function writeFacts(paper: Paper, facts: readonly (readonly [string, string | undefined])[]): void {
  const nameWidth = 130
  for (const [name, value] of facts) {
    if (!value) continue
    const height = paper.heightOf(value, paper.width - nameWidth)
    paper.ensure(Math.min(height, 600))
    paper.textAt(name, paper.left, paper.y, nameWidth - 10, { size: 9, color: faint })
    paper.text(value, {}, paper.left + nameWidth, paper.width - nameWidth)
    paper.y += 2
  }
}
