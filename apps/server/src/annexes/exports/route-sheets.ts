// Route sheets: what a driver needs on paper, with the link to the route as a QR code.
import type { Readable } from 'node:stream'
import { type CashOnDelivery, findStraightPart, fromMinorUnits, toMinorUnits } from '@routewright/contract'
import type { DepotRow } from '../../data/depot-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { addressText } from '../../data/resources/address.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { Paper } from '../../frame/paper/paper.ts'
import type { StopRecord } from '../../planning/stops/stops.ts'
import { timeOfDay, windowsOnPaper } from './clock-words.ts'
import { chargingLines, endLine, type PlaceLine, startLines } from './route-places.ts'
import { type Say, sayValue } from './words.ts'

export interface RouteSheet {
  route: RouteRow
  /** In driving order. */
  stops: readonly StopRecord[]
  /** Where the route names one. */
  startDepot?: DepotRow | undefined
  endDepot?: DepotRow | undefined
  /** Opens the route in the driver app. */
  link?: string
}

export interface RouteSheets {
  project: ProjectRow
  plan: PlanRow
  sheets: readonly RouteSheet[]
  language: string
  say: Say
}

const qrSize = 84
const faint = '#5b6572'
/** x and width of the columns, from the left margin. */
const columns = { number: [0, 26], times: [30, 78], place: [112, 226], notes: [344, 141], check: [491, 24] } as const

/** Starts writing the sheets; returns a stream of them. */
export function printRouteSheets(order: RouteSheets): Readable {
  let title = ''
  const paper = new Paper(order.say('route_sheet'), (page) => `${title} · ${page}`)
  const write = async () => {
    if (order.sheets.length === 0) {
      title = order.say('route_sheet')
      paper.beginSection()
      paper.text(order.say('no_routes'))
    }
    for (const sheet of order.sheets) {
      title = [order.project.label, dayText(order), routeName(sheet.route)].filter(Boolean).join(' · ')
      paper.beginSection(() => writeColumnHeads(paper, order.say))
      writeHead(paper, order, sheet)
      if (sheet.stops.length === 0) paper.text(order.say('no_stops'))
      else writeColumnHeads(paper, order.say)
      const charging = (before: number) => {
        for (const line of chargingLines(sheet.route, before, order.language)) writePlace(paper, order.say, line)
      }
      for (const [index, stop] of sheet.stops.entries()) {
        charging(index)
        writeStop(paper, order.say, stop)
        await paper.rest()
      }
      charging(sheet.stops.length)
      writePlace(paper, order.say, endLine(sheet.route, sheet.endDepot))
    }
    paper.end()
  }
  write().catch((error: Error) => paper.fail(error))
  return paper.stream
}

function dayText({ plan, language }: RouteSheets): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(plan.execution_date)
}

function routeName(route: RouteRow): string {
  return route.label ?? route.vehicle_label ?? route.external_id ?? route.id
}

function writeHead(paper: Paper, order: RouteSheets, sheet: RouteSheet): void {
  const { say, plan } = order
  const { route, startDepot, stops, link } = sheet
  const width = paper.width - (link ? qrSize + 16 : 0)
  const top = paper.y
  paper.text(routeName(route), { size: 18, weight: 700 }, paper.left, width)
  paper.text([dayText(order), plan.label].filter(Boolean).join(' · '), { size: 11 }, paper.left, width)
  paper.y += 4
  const sum = (field: 'weight' | 'volume') => stops.reduce((total, stop) => total + (stop[field] ?? 0), 0)
  const format = new Intl.NumberFormat(order.language, { maximumFractionDigits: 1 })
  const facts = [
    [route.vehicle_label, route.plate, route.vehicle_model].filter(Boolean).join(' · '),
    route.phone,
    `${say('stops')}: ${stops.length}`,
    distanceText(order, sheet, format),
    sum('weight') > 0 ? `${format.format(sum('weight'))} kg` : undefined,
    sum('volume') > 0 ? `${format.format(sum('volume'))} m³` : undefined,
  ]
  paper.text(facts.filter(Boolean).join(' · '), { size: 10, color: faint }, paper.left, width)
  if (route.comments) paper.text(route.comments, { size: 10 }, paper.left, width)
  if (link) {
    const x = paper.left + paper.width - qrSize
    paper.qrCode(link, x, top, qrSize)
    const note = paper.textAt(say('scan_to_open'), x, top + qrSize + 4, qrSize, { size: 6.5, color: faint })
    paper.y = Math.max(paper.y, top + qrSize + 4 + note)
  }
  paper.y += 8
  for (const line of startLines(route, startDepot)) writePlace(paper, say, line)
}

/** The route's length, with a word where straight lines are part of it. */
function distanceText(
  { project, say }: RouteSheets,
  { route }: RouteSheet,
  format: Intl.NumberFormat,
): string | undefined {
  if (route.planned_distance === null) return undefined
  const unit = project.settings.units === 'imperial' ? ([1_609.344, 'mi'] as const) : ([1_000, 'km'] as const)
  const length = `${format.format(route.planned_distance / unit[0])} ${unit[1]}`
  const part = findStraightPart(route.planned_distance, route)
  return part ? `${length} ${say(`straight_${part}`)}` : length
}

/** Where the route begins and ends. */
function writePlace(paper: Paper, say: Say, { word, seconds, place }: PlaceLine): void {
  if (!place && seconds === null) return
  paper.ensure(24)
  const time = seconds === null ? '' : timeOfDay(seconds)
  paper.textAt(time, paper.left + columns.times[0], paper.y, columns.times[1], { weight: 700 })
  paper.text(
    [say(word), place].filter(Boolean).join(': '),
    { color: faint },
    paper.left + columns.place[0],
    paper.width - columns.place[0],
  )
  paper.y += 6
}

function writeColumnHeads(paper: Paper, say: Say): void {
  const style = { size: 7.5, weight: 700, color: faint } as const
  const heads = { times: say('arrival'), place: say('address'), notes: say('notes'), check: say('done') }
  for (const [column, word] of Object.entries(heads)) {
    const [x, width] = columns[column as keyof typeof columns]
    paper.textAt(word, paper.left + x, paper.y, width + (column === 'check' ? 14 : 0), style)
  }
  paper.y += 12
  paper.line()
  paper.y += 5
}

function writeStop(paper: Paper, say: Say, stop: StopRecord): void {
  const texts = {
    number: [[String((stop.order ?? 0) + 1), { size: 13, weight: 700 }] as const],
    times: [
      [stop.planned_arrival_time === undefined ? '' : timeOfDay(stop.planned_arrival_time), { weight: 700 }] as const,
      [windowsOnPaper(stop.time_windows ?? []), { size: 8, color: faint }] as const,
      [stop.fixed_id ? `# ${stop.fixed_id}` : '', { size: 8, color: faint }] as const,
    ],
    place: [
      [stop.label ?? '', { weight: 700 }] as const,
      [addressText(stop.location) ?? '', {}] as const,
      [stop.location_details ?? '', {}] as const,
      [[stop.reference_person, stop.phone].filter(Boolean).join(' · '), {}] as const,
      [
        [sayValue(say, `type_${stop.type}`), stop.external_id].filter(Boolean).join(' · '),
        { size: 8, color: faint },
      ] as const,
    ],
    notes: [
      [dueText(say, stop), { weight: 700 }] as const,
      [stop.comments ?? '', {}] as const,
      [stop.customer_text_field ?? '', {}] as const,
      [(stop.tasks ?? []).map((task) => `☐ ${task.label ?? ''}`.replace('☐', '–')).join('\n'), { size: 9 }] as const,
      [parcelText(say, stop), { size: 8, color: faint }] as const,
    ],
  }
  const height = Math.max(
    30,
    ...Object.entries(texts).map(([column, lines]) => {
      const width = columns[column as keyof typeof columns][1]
      return lines.reduce((sum, [text, style]) => sum + (text ? paper.heightOf(text, width, style) : 0), 0)
    }),
  )
  paper.ensure(Math.min(height + 10, 600))
  const top = paper.y
  for (const [column, lines] of Object.entries(texts)) {
    const [x, width] = columns[column as keyof typeof columns]
    let y = top
    for (const [text, style] of lines) if (text) y += paper.textAt(text, paper.left + x, y, width, style)
  }
  paper.box(paper.left + columns.check[0], top + 2, 18, 18)
  paper.y = top + height + 5
  paper.line()
  paper.y += 5
}

/** Returns what the driver has to collect; empty where it is nothing. */
function dueText(say: Say, { cash_on_delivery: due }: StopRecord): string {
  return due ? `${say('to_collect')}: ${due.currency} ${writeAmount(due)}` : ''
}

/** With all decimals of its currency: `12.50`. */
export function writeAmount(money: CashOnDelivery): string {
  const units = toMinorUnits(money)
  return units === undefined ? money.amount : fromMinorUnits(units, money.currency)
}

function parcelText(say: Say, stop: StopRecord): string {
  const parcels = stop.packages ?? []
  const load = [stop.weight ? `${stop.weight} kg` : '', stop.volume ? `${stop.volume} m³` : ''].filter(Boolean)
  const list = parcels.map(({ identifier }) => identifier).join(', ')
  return [list ? `${say('packages')} (${parcels.length}): ${list}` : '', load.join(' · ')].filter(Boolean).join('\n')
}
