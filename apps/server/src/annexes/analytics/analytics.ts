// The rules of analytics: what was promised and what was done in a span of days.
import type { Analytics, AnalyticsFigures, PromiseScores, QueryOf, StopFigures } from '@routewright/contract'
import { comparedSpan } from '@routewright/contract/period-change'
import { mostDaysOfHours, type SpentHours, spentHours } from '@routewright/contract/spent-hours'
import { getProject } from '../../accounts/projects/projects.ts'
import { clientRecords } from '../../data/clients.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { listProjectsEvenDeleted } from '../../data/projects.sql.ts'
import { vehicleRecords } from '../../data/vehicles.sql.ts'
import { zoneRecords } from '../../data/zones.sql.ts'
import { invalidParameter } from '../../frame/platform/api-error.ts'
import { endInstant, startInstant } from '../../frame/platform/calendar.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { chooseLanguage } from '../../frame/platform/languages.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { emissionLines } from '../../planning/figures/emissions.ts'
import { type GroupKey, type Span, selectEnergy, selectGroupSums, selectSums, selectWords } from './analytics.sql.ts'
import { type Report, type WrittenFigure, writtenFigures } from './analytics-report.ts'
import { analyticsTable } from './analytics-table.ts'
import { computeFigures, getStopFigures, medianSeconds } from './figures.ts'
import { figuresOfDrivers } from './figures-of-drivers.ts'
import { type PromiseQuery, readPromiseScores } from './promise-scores.ts'
import { selectSpentRoutes } from './spent-hours.sql.ts'

export { type Report as AnalyticsReport, type WrittenFigure, writtenFigures }

export type AnalyticsQuery = QueryOf<'getAnalytics'>

const maxDays = 366
/** More clients than anybody reads. */
const maxClients = 500

/** The bits of `GroupKey.groups`. */
const by = { total: 0b1111, day: 0b0111, week: 0b1011, vehicle: 0b1101, project: 0b1110 }

/** The figures of the plans, drafts apart, whose execution date lies in the span. Throws 404 or 403 for the project. */
export async function getAnalytics(scope: Scope, query: AnalyticsQuery): Promise<Analytics> {
  if (query.project_id !== undefined) await getProject(scope, query.project_id)
  const span = findSpan(scope, query)
  const sums = await selectSums(scope, span)
  const used = await selectEnergy(scope, span)
  const words = await selectWords(scope, span)
  const usedBy = Map.groupBy(used, getKey)
  const of = (bits: number): Group[] =>
    sums
      .filter(({ groups }) => groups === bits)
      .map((sum) => ({ key: sum, figures: computeFigures(sum, usedBy.get(getKey(sum)) ?? []) }))
  const dated = (bits: number, name: 'day' | 'week') =>
    of(bits)
      .map(({ key, figures }) => ({ date: key[name]!, ...figures }))
      .sort((a, b) => (a.date < b.date ? -1 : 1))
  const measured = words.filter(({ kind }) => kind === 'time_in_stop')
  return {
    total: of(by.total)[0]?.figures ?? computeFigures({}, []),
    days: dated(by.day, 'day'),
    weeks: dated(by.week, 'week'),
    vehicles: await ofVehicles(scope, of(by.vehicle)),
    projects: await ofProjects(scope, of(by.project)),
    cancel_reasons: mostSaid(words, 'cancel_reason', 50).map(({ word, count }) => ({
      cancel_reason: word,
      stops: count,
    })),
    rating_tags: mostSaid(words, 'rating_tag', 20).map(({ word, count }) => ({ rating_tag: word, ratings: count })),
    times_at_stop: {
      stops: measured.reduce((sum, { count }) => sum + count, 0),
      ...withoutUndefined({
        planned: medianSeconds(words.filter(({ kind }) => kind === 'planned_time_in_stop')),
        real: medianSeconds(measured),
      }),
    },
    emissions: emissionLines(used.filter(({ groups }) => groups === by.total)),
    ...(await apart(scope, span, query.apart)),
  }
}

/** How windows of arrival that recipients were told came out, of the plans of the span. Throws 404 or 403 for the project. */
export async function getPromiseScores(scope: Scope, query: PromiseQuery): Promise<PromiseScores> {
  if (query.project_id !== undefined) await getProject(scope, query.project_id)
  return readPromiseScores(scope, findSpan(scope, query))
}

/** Where the working hours of the span went, as planned. Throws 404 or 403 for the project. */
export async function getSpentHours(scope: Scope, query: QueryOf<'getSpentHours'>): Promise<SpentHours> {
  if (query.project_id !== undefined) await getProject(scope, query.project_id)
  return spentHours(await selectSpentRoutes(scope, findSpan(scope, query, mostDaysOfHours - 1)))
}

/** Returns parts that are read separately and therefore only on request. */
async function apart(scope: Scope, span: Span, what: AnalyticsQuery['apart']): Promise<Partial<Analytics>> {
  if (what === 'driver') return { drivers: await figuresOfDrivers(scope, span) }
  if (what === 'client') {
    const sums = (await selectGroupSums(scope, span, 'client')).slice(0, maxClients)
    const clients = await clientRecords.listEvenDeleted(scope, listIds(sums, 'group_id'))
    return { clients: namedGroups(sums, collectLabels(clients)) }
  }
  if (what === 'area') {
    const sums = await selectGroupSums(scope, span, 'area')
    return {
      areas: namedGroups(sums, collectLabels(await zoneRecords.listEvenDeleted(scope, listIds(sums, 'group_id')))),
    }
  }
  return {}
}

function namedGroups(
  sums: Awaited<ReturnType<typeof selectGroupSums>>,
  labels: ReadonlyMap<string, string>,
): StopFigures[] {
  return sums.map(({ group_id, ...counts }) => ({ ...named('id', group_id, labels), ...getStopFigures(counts) }))
}

async function ofVehicles(scope: Scope, groups: readonly Group[]): Promise<Analytics['vehicles']> {
  const rows = await vehicleRecords.listEvenDeleted(scope, listIds(listKeys(groups), 'vehicle_id'))
  const labels = collectLabels(rows.map((row) => ({ id: row.id, label: row.label ?? row.plate ?? row.external_id })))
  return groups
    .map(({ key, figures }): Analytics['vehicles'][number] => ({
      ...named('vehicle_id', key.vehicle_id, labels),
      ...figures,
    }))
    .sort((a, b) => b.total_stops - a.total_stops || ((a.vehicle_id ?? '') < (b.vehicle_id ?? '') ? -1 : 1))
}

async function ofProjects(scope: Scope, groups: readonly Group[]): Promise<Analytics['projects']> {
  const labels = collectLabels(await listProjectsEvenDeleted(scope, listIds(listKeys(groups), 'project_id')))
  return groups
    .map(({ key, figures }) => ({
      project_id: key.project_id!,
      label: labels.get(key.project_id!) ?? '',
      ...figures,
    }))
    .sort((a, b) => b.total_stops - a.total_stops || (a.project_id < b.project_id ? -1 : 1))
}

export type AnalyticsTableQuery = QueryOf<'exportAnalytics'>

/** The same figures as a table, in the language of the caller or else of the project. */
export async function getAnalyticsTable(scope: Scope, query: AnalyticsTableQuery): Promise<Table> {
  const { form } = await getReaders(scope, query)
  return analyticsTable(await getAnalytics(scope, askedFor(query)), query.by, form)
}

/** The same as a report, with those of the days that it is compared with. */
export async function getAnalyticsReport(scope: Scope, query: AnalyticsTableQuery): Promise<Report> {
  const { form, project } = await getReaders(scope, query)
  const { from_date, to_date, ...asked } = askedFor(query)
  const span = { from_date: from_date.slice(0, 10), to_date: to_date.slice(0, 10) }
  const analytics = await getAnalytics(scope, { ...asked, from_date, to_date })
  const other = comparedSpan(span, query.compare)
  const where = query.project_id === undefined ? {} : { project_id: query.project_id }
  const before = other && (await getAnalytics(scope, { ...where, ...other }))
  const shown = { by: query.by, form, project: project?.label, currency: project?.currency }
  return { analytics, before, ...shown, span, other }
}

async function getReaders(scope: Scope, query: AnalyticsTableQuery) {
  const project: ProjectRow | undefined =
    query.project_id === undefined ? undefined : await getProject(scope, query.project_id)
  const language = chooseLanguage(query.language, project?.settings.language)
  return { project, form: { language, isImperial: project?.settings.units === 'imperial' } }
}

function askedFor({ project_id, from_date, to_date, by: grouping }: AnalyticsTableQuery): AnalyticsQuery {
  const apart = grouping === 'driver' || grouping === 'client' || grouping === 'area' ? grouping : undefined
  return { from_date, to_date, ...withoutUndefined({ project_id, apart }) }
}

function findSpan(scope: Scope, query: PromiseQuery, daysLater = maxDays): Span {
  const start = startInstant(query.from_date)
  const end = endInstant(query.to_date)
  const refuse = (reason: string) => invalidParameter('to_date', reason)
  if (end < start) throw refuse('must not be before from_date')
  if (startInstant(query.to_date).getTime() - start.getTime() > daysLater * 86_400_000)
    throw refuse(`must be at most ${daysLater} days later`)
  const reached = scope.projects === 'all' ? ('all' as const) : [...scope.projects]
  return { projectIds: query.project_id === undefined ? reached : [query.project_id], start, end }
}

interface Group {
  key: GroupKey
  figures: AnalyticsFigures
}

const listKeys = (groups: readonly Group[]) => groups.map(({ key }) => key)

function getKey({ groups, day, week, vehicle_id, project_id }: GroupKey): string {
  return [groups, day, week, vehicle_id, project_id].join(' ')
}

function mostSaid(words: Awaited<ReturnType<typeof selectWords>>, kind: (typeof words)[number]['kind'], most: number) {
  return words.filter((word) => word.kind === kind).slice(0, most)
}

function listIds<Field extends string>(rows: readonly Partial<Record<Field, string | null>>[], field: Field): string[] {
  return rows.flatMap((row) => row[field] ?? [])
}

function collectLabels(rows: readonly { id: string; label: string | null }[]): Map<string, string> {
  return new Map(rows.flatMap(({ id, label }) => (label === null ? [] : [[id, label]])))
}

function named<Field extends string>(field: Field, id: string | null, labels: ReadonlyMap<string, string>) {
  if (id === null) return {}
  const label = labels.get(id)
  return { [field]: id, ...(label === undefined ? {} : { label }) } as { [Name in Field]?: string } & { label?: string }
}
