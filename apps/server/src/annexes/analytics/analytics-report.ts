// The figures as a report on paper: period, figures with what they rest on, charts, a table, and the arithmetic of emissions.
import type { Readable } from 'node:stream'
import { type Analytics, type AnalyticsFigures, findStraightPart } from '@routewright/contract'
import {
  averageEach,
  changeOfAmount,
  changeOfShare,
  computeShare,
  type DaySpan,
  leastCases,
} from '@routewright/contract/period-change'
import { Paper } from '../exports/exports.ts'
import {
  type AnalyticsWord,
  type Form,
  type Grouping,
  listGroups,
  type Say,
  sayIn,
  tableColumns,
} from './analytics-table.ts'

export interface Report {
  analytics: Analytics
  /** Figures of the days to compare with. */
  before: Analytics | undefined
  by: Grouping
  form: Form
  /** Undefined for all projects. */
  project: string | undefined
  /** ISO 4217. */
  currency: string | undefined
  span: DaySpan
  other: DaySpan | undefined
}

const faint = '#5b6572'
const pale = '#c9d2de'
const strong = '#1f5fd0'
const chartHeight = 90
/** More days than these are drawn by week. */
const mostBars = 62

/** Starts writing the report; returns a stream of it. */
export function printReport(report: Report): Readable {
  const tools = getTools(report)
  const { say, day } = tools
  const project = report.project ?? say('all_projects')
  const title = `${say('report')} · ${project} · ${day(report.span.from_date)} – ${day(report.span.to_date)}`
  const paper = new Paper(title, (page) => `${title} · ${page}`)
  const write = async () => {
    paper.beginSection()
    paper.text(`${say('report')} · ${project}`, { size: 18, weight: 700 })
    paper.text(`${day(report.span.from_date)} – ${day(report.span.to_date)}`, { size: 12 })
    if (report.other) {
      const days = { from: day(report.other.from_date), to: day(report.other.to_date), least: String(leastCases) }
      paper.text(say('compared', days), { size: 9, color: faint })
    }
    paper.y += 10
    writeFigures(paper, report, tools)
    writeCharts(paper, report, tools)
    await writeTable(paper, report, tools)
    writeEmissions(paper, report.analytics, tools)
    paper.end()
  }
  write().catch((error: Error) => paper.fail(error))
  return paper.stream
}

type Tools = ReturnType<typeof getTools>

function getTools({ form, currency }: Report) {
  const numbers = (digits: number) => new Intl.NumberFormat(form.language, { maximumFractionDigits: digits })
  const [plain, exact] = [numbers(1), numbers(5)]
  const money = new Intl.NumberFormat(
    form.language,
    currency ? { style: 'currency', currency } : { maximumFractionDigits: 2 },
  )
  const days = new Intl.DateTimeFormat(form.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    say: sayIn(form),
    number: (value: number) => plain.format(value),
    factor: (value: number) => exact.format(value),
    money: (value: number) => money.format(value),
    day: (date: string) => days.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)),
    metersPerUnit: form.isImperial ? 1_609.344 : 1_000,
    unit: form.isImperial ? 'mi' : 'km',
  }
}

interface Figure {
  word: AnalyticsWord
  value: string
  rests: string
  change: ReturnType<typeof changeOfAmount> | undefined
}

/** A part of a whole or a sum over cases, of a period. */
type Measure = (of: AnalyticsFigures) => { value: number; cases: number }

const kept: Measure = (of) => computeShare(of.kept_promises, of.promised_stops)
const first: Measure = (of) => computeShare(of.first_attempt_stops, of.attempted_stops)
const cost: Measure = (of) => averageEach(of.driven_cost, of.priced_stops)

function figuresOfReport(report: Report, tools: Tools): Figure[] {
  const { say, number, money } = tools
  const { analytics, before } = report
  const { total } = analytics
  const perUnit: Measure = (of) => ({
    value: averageEach(of.driven_cost, of.priced_distance / tools.metersPerUnit).value,
    cases: of.priced_routes,
  })
  const changed = (how: typeof changeOfShare, measure: Measure) => before && how(measure(total), measure(before.total))
  const percent = ({ value, cases }: ReturnType<Measure>) => (cases === 0 ? '–' : number(value * 100))
  const parts = (word: 'promise_rests' | 'cost_rests', part: number, whole: number) =>
    say(word, { part: number(part), whole: number(whole) })
  return [
    {
      word: 'stops',
      value: number(total.total_stops),
      rests: `${say('completed')}: ${number(total.completed_stops)}`,
      change: changed(changeOfAmount, (of) => ({ value: of.total_stops, cases: of.total_stops })),
    },
    {
      word: 'kept',
      value: percent(kept(total)),
      change: changed(changeOfShare, kept),
      rests: parts('promise_rests', total.promised_stops, total.completed_stops),
    },
    {
      word: 'first_attempt',
      value: percent(first(total)),
      change: changed(changeOfShare, first),
      rests: say('tried_rests', { whole: number(total.attempted_stops) }),
    },
    {
      word: 'cost_per_stop',
      value: total.priced_stops ? money(cost(total).value) : '–',
      rests: parts('cost_rests', total.priced_routes, total.finished_routes),
      change: changed(changeOfAmount, cost),
    },
    {
      word: 'cost_per_distance',
      value: total.priced_distance ? money(perUnit(total).value) : '–',
      rests: '',
      change: changed(changeOfAmount, perUnit),
    },
    ...drivenFigures(report, tools),
    ...servedFigures(analytics, tools),
  ]
}

function drivenFigures({ analytics, before }: Report, { say, number, metersPerUnit }: Tools): Figure[] {
  const { total } = analytics
  const planned = number(total.planned_distance / metersPerUnit)
  const figure = (
    word: AnalyticsWord,
    perUnit: number,
    driven: (of: AnalyticsFigures) => number,
    planned: string,
  ): Figure => {
    const measure: Measure = (of) => ({ value: driven(of), cases: of.finished_routes })
    const rests = say('planned_value', { value: planned })
    const change = before && changeOfAmount(measure(total), measure(before.total))
    return { word, value: total.finished_routes ? number(driven(total) / perUnit) : '–', rests, change }
  }
  return [
    figure('driven_distance', metersPerUnit, (of) => of.driven_distance, marked(total, say, planned)),
    figure('driven_hours', 3_600, (of) => of.driven_time, number(total.planned_time / 3_600)),
    figure('driven_emissions', 1, (of) => of.driven_emissions, number(total.planned_emissions)),
  ]
}

/** Marks the text of a planned distance where straight lines are part of it. */
function marked(of: AnalyticsFigures, say: Say, text: string): string {
  const part = findStraightPart(of.planned_distance, of)
  return part ? `${text} ${say(`straight_${part}`)}` : text
}

function servedFigures({ total, times_at_stop: times }: Analytics, { say, number }: Tools): Figure[] {
  return [
    {
      word: 'median_at_stop',
      value: times.real === undefined ? '–' : number(times.real / 60),
      change: undefined,
      rests: times.planned === undefined ? '' : say('planned_value', { value: number(times.planned / 60) }),
    },
    {
      word: 'rating',
      value: total.average_rating === undefined ? '–' : number(total.average_rating),
      rests: `${say('ratings')}: ${number(total.ratings)}`,
      change: undefined,
    },
  ]
}

export interface WrittenFigure {
  name: string
  value: string
  /** Note on the basis of the figure, or on what was planned; may be empty. */
  rests: string
  /** Against the days that it is compared with; empty where nothing is, or from too few cases. */
  change: string
}

/** The figures of the whole span in words. */
export function writtenFigures(report: Report, tools: Tools = getTools(report)): WrittenFigure[] {
  const { say, number } = tools
  const signed = (of: number) => `${of > 0 ? '+' : ''}${number(of)}`
  return figuresOfReport(report, tools).map(({ word, value, rests, change }) => {
    const name = say(word)
    if (change === undefined || change.kind === 'few') return { name, value, rests, change: '' }
    const isPoints = change.kind === 'points'
    const told = isPoints ? say('points', { value: signed(change.value) }) : `${signed(change.value * 100)} %`
    return { name, value, rests, change: told }
  })
}

function writeFigures(paper: Paper, report: Report, tools: Tools): void {
  for (const { name, value, rests, change } of writtenFigures(report, tools)) {
    paper.ensure(18)
    paper.textAt(name, paper.left, paper.y, 190)
    paper.textAt(value, paper.left + 195, paper.y, 70, { weight: 700 })
    paper.textAt(change, paper.left + 268, paper.y, 70)
    const height = paper.textAt(rests, paper.left + 340, paper.y + 1, paper.width - 340, { size: 8.5, color: faint })
    paper.y += Math.max(15, height + 2)
    paper.line()
    paper.y += 3
  }
  paper.y += 10
}

function writeCharts(paper: Paper, { analytics }: Report, tools: Tools): void {
  const { say, metersPerUnit } = tools
  const groups = analytics.days.length > mostBars ? analytics.weeks : analytics.days
  if (groups.length === 0) return
  paper.ensure(chartHeight + 50)
  const half = (paper.width - 24) / 2
  const top = paper.y
  const bars = (of: (one: AnalyticsFigures) => [number, number]) =>
    groups.map((group) => ({ name: group.date, both: of(group) }))
  const stops = { pale: say('stops'), strong: say('completed') }
  const ways = { pale: marked(analytics.total, say, say('planned_distance')), strong: say('driven_distance') }
  drawChart(
    paper,
    tools,
    { x: paper.left, top, width: half, words: stops },
    bars((group) => [group.total_stops, group.completed_stops]),
  )
  drawChart(
    paper,
    tools,
    { x: paper.left + half + 24, top, width: half, words: ways },
    bars((group) => [group.planned_distance / metersPerUnit, group.driven_distance / metersPerUnit]),
  )
  paper.y = top + chartHeight + 46
}

interface Chart {
  x: number
  top: number
  width: number
  words: { pale: string; strong: string }
}

/** Draws two adjacent bars for each day or week, the largest as high as the chart. */
function drawChart(
  paper: Paper,
  { number, day }: Tools,
  { x, top, width, words }: Chart,
  bars: readonly { name: string; both: [number, number] }[],
): void {
  paper.box(x, top + 3, 7, 7, pale)
  paper.textAt(words.pale, x + 11, top, width / 2 - 14, { size: 7.5 })
  paper.box(x + width / 2, top + 3, 7, 7, strong)
  paper.textAt(words.strong, x + width / 2 + 11, top, width / 2 - 14, { size: 7.5 })
  const largest = Math.max(1, ...bars.flatMap(({ both }) => both))
  const bottom = top + 24 + chartHeight
  const each = width / bars.length
  for (const [place, { both }] of bars.entries()) {
    for (const [which, value] of both.entries()) {
      const height = (value / largest) * chartHeight
      const left = x + place * each + (which * each * 0.8) / 2
      if (height > 0) paper.box(left, bottom - height, each * 0.38, height, which === 0 ? pale : strong)
    }
  }
  const style = { size: 7, color: faint }
  paper.textAt(day(bars[0]!.name), x, bottom + 3, width / 3, style)
  paper.textAt(`${number(largest)} max.`, x + width / 3, bottom + 3, width / 3, style)
  if (bars.length > 1) paper.textAt(day(bars.at(-1)!.name), x + (width * 2) / 3, bottom + 3, width / 3, style)
}

const ofRoutes: readonly AnalyticsWord[] = [
  'planned_distance',
  'straight_distance',
  'driven_distance',
  'cost_per_stop',
  'driven_emissions',
]
const ofStops: readonly AnalyticsWord[] = ['promised', 'at_stop', 'rating']

async function writeTable(paper: Paper, { analytics, by, form }: Report, { say, number, day }: Tools): Promise<void> {
  const isOfStops = by === 'client' || by === 'area'
  const wanted: readonly AnalyticsWord[] = [
    'stops',
    'completed',
    'kept',
    'first_attempt',
    ...(isOfStops ? ofStops : ofRoutes),
  ]
  const isShown = (word: AnalyticsWord) => word !== 'straight_distance' || analytics.total.straight_distance > 0
  const columns = tableColumns(form, by).filter(([word]) => wanted.includes(word) && isShown(word))
  const nameWidth = 150
  const each = (paper.width - nameWidth) / columns.length
  const writeHeads = () => {
    const style = { size: 7, weight: 700, color: faint } as const
    const heights = [say(`by_${by}`), ...columns.map(([word]) => say(word))].map((head, place) =>
      paper.textAt(head, paper.left + (place === 0 ? 0 : nameWidth + (place - 1) * each), paper.y, each - 4, style),
    )
    paper.y += Math.max(...heights) + 3
    paper.line()
    paper.y += 3
  }
  paper.ensure(60)
  writeHeads()
  for (const { name, figures } of listGroups(analytics, by, say)) {
    const title = by === 'day' || by === 'week' ? day(name) : name
    const height = paper.heightOf(title, nameWidth - 6, { size: 8.5 })
    if (paper.ensure(height + 4)) writeHeads()
    paper.textAt(title, paper.left, paper.y, nameWidth - 6, { size: 8.5, weight: 700 })
    for (const [place, [, write]] of columns.entries()) {
      const cell = write(figures as AnalyticsFigures)
      const text = typeof cell === 'number' ? number(cell) : '–'
      paper.textAt(text, paper.left + nameWidth + place * each, paper.y, each - 4, { size: 8.5 })
    }
    paper.y += height + 3
    await paper.rest()
  }
  paper.y += 12
}

function writeEmissions(paper: Paper, { total, emissions }: Analytics, tools: Tools): void {
  const { say, number, factor, metersPerUnit, unit } = tools
  if (emissions.length === 0) return
  paper.ensure(80)
  paper.text(say('emissions_title'), { size: 12, weight: 700 })
  paper.text(say('emissions_text', { tank: number(total.driven_tank_emissions) }), { size: 9, color: faint })
  paper.y += 4
  for (const line of emissions) {
    // Consumption is per 100 km, whatever the project measures in.
    const distance = `${number(line.driven_distance / 1_000)} km`
    if (line.fuel === 'other') continue
    const sum = [
      `${say(`fuel_${line.fuel}`)}${line.is_assumed ? ' *' : ''}: ${distance}`,
      `× ${number(line.consumption)} ${line.unit} / 100 km = ${number(line.driven_energy)} ${line.unit}`,
      `× (${factor(line.tank_to_wheel)} + ${factor(line.well_to_tank)}) kg = ${number(line.driven_emissions)} kg`,
    ].join(' ')
    paper.ensure(30)
    paper.text(sum, { size: 9 })
    paper.text(`${line.source}, ${line.year}`, { size: 8, color: faint })
  }
  const notes = [
    total.assumed_distance > 0 &&
      say('assumed_note', { value: `${number(total.assumed_distance / metersPerUnit)} ${unit}` }),
    total.uncounted_distance > 0 &&
      say('uncounted_note', { value: `${number(total.uncounted_distance / metersPerUnit)} ${unit}` }),
  ].filter((note) => note !== false)
  if (notes.length > 0) paper.text(notes.join(' '), { size: 8.5, color: faint })
}
