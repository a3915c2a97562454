// The rules of analytics: what was promised and what was done in a span of days.
import type { Analytics, AnalyticsFigures, QueryOf } from '@routewright/contract'
import type { ProjectRow } from '../data/project-tables.ts'
import { listProjectsEvenDeleted } from '../data/projects.sql.ts'
import { vehicleRecords } from '../data/vehicles.sql.ts'
import { invalidParameter } from '../platform/api-error.ts'
import { endInstant, startInstant } from '../platform/calendar.ts'
import { withoutUndefined } from '../platform/compact.ts'
import { chooseLanguage } from '../platform/languages.ts'
import type { Scope } from '../platform/scope.ts'
import type { Table } from '../platform/table-file.ts'
import { getProject } from '../projects/projects.ts'
import { type GroupKey, type Span, type Sums, selectSums, selectWords } from './analytics.sql.ts'
import { analyticsTable } from './analytics-table.ts'

export type AnalyticsQuery = QueryOf<'getAnalytics'>

const maxDays = 366

/** The figures of the plans, drafts apart, whose execution date lies in the span. Throws 404 or 403 for the project. */
export async function getAnalytics(scope: Scope, query: AnalyticsQuery): Promise<Analytics> {
  if (query.project_id !== undefined) await getProject(scope, query.project_id)
  const span = spanOf(scope, query)
  const sums = await selectSums(scope, span)
  const words = await selectWords(scope, span)
  const of = (bits: number) => sums.filter(({ groups }) => groups === bits).map(groupOf)
  const vehicles = of(0b101)
  const projects = of(0b110).filter(({ key }) => key.project_id !== null)
  const driven = await vehicleRecords.listEvenDeleted(scope, idsOf(vehicles, 'vehicle_id'))
  const vehicleLabels = labelsOf(
    driven.map((row) => ({ id: row.id, label: row.label ?? row.plate ?? row.external_id })),
  )
  const projectLabels = labelsOf(await listProjectsEvenDeleted(scope, idsOf(projects, 'project_id')))
  return {
    total: of(0b111).find(({ figures }) => figures.total_stops !== null)?.figures ?? { ...emptyFigures },
    days: of(0b011)
      .map(({ key, figures }) => ({ date: key.day!, ...figures }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    vehicles: vehicles
      .map(({ key, figures }) => ({ ...named('vehicle_id', key.vehicle_id, vehicleLabels), ...figures }))
      .sort((a, b) => b.total_stops - a.total_stops || ((a.vehicle_id ?? '') < (b.vehicle_id ?? '') ? -1 : 1)),
    projects: projects
      .map(({ key, figures }) => ({
        project_id: key.project_id!,
        label: projectLabels.get(key.project_id!) ?? '',
        ...figures,
      }))
      .sort((a, b) => b.total_stops - a.total_stops || (a.project_id < b.project_id ? -1 : 1)),
    cancel_reasons: mostSaid(words, 'cancel_reason', 50).map(({ word, count }) => ({
      cancel_reason: word,
      stops: count,
    })),
    rating_tags: mostSaid(words, 'rating_tag', 20).map(({ word, count }) => ({ rating_tag: word, ratings: count })),
  }
}

export type AnalyticsTableQuery = QueryOf<'exportAnalytics'>

/** The same figures as a table, in the language of the caller or else of the project. */
export async function getAnalyticsTable(scope: Scope, query: AnalyticsTableQuery): Promise<Table> {
  const project: ProjectRow | undefined =
    query.project_id === undefined ? undefined : await getProject(scope, query.project_id)
  const language = chooseLanguage(query.language, project?.settings.language)
  const isImperial = project?.settings.units === 'imperial'
  return analyticsTable(await getAnalytics(scope, query), query.by, language, isImperial)
}

function spanOf(scope: Scope, query: AnalyticsQuery): Span {
  const start = startInstant(query.from_date)
  const end = endInstant(query.to_date)
  const refuse = (reason: string) => invalidParameter('to_date', reason)
  if (end < start) throw refuse('must not be before from_date')
  if (end.getTime() - start.getTime() > maxDays * 86_400_000) throw refuse(`must be at most ${maxDays} days later`)
  const reached = scope.projects === 'all' ? ('all' as const) : [...scope.projects]
  return { projectIds: query.project_id === undefined ? reached : [query.project_id], start, end }
}

interface Group {
  key: GroupKey
  figures: AnalyticsFigures
}

/** The counts of one group, and averages where there is something to be averaged. */
function groupOf({ day, vehicle_id, project_id, groups, ...counts }: Sums): Group {
  const { delayed_stops, sum_of_delays, measured_stops, sum_of_times_in_stop, sum_of_ratings, ...figures } = counts
  const averages = {
    average_delay: average(sum_of_delays, delayed_stops),
    average_time_in_stop: average(sum_of_times_in_stop, measured_stops),
    average_rating: average(sum_of_ratings, counts.ratings),
  }
  return {
    key: { day, vehicle_id, project_id, groups },
    figures: { ...emptyFigures, ...figures, ...withoutUndefined(averages) },
  }
}

function average(sum: number, count: number): number | undefined {
  return count > 0 ? sum / count : undefined
}

function mostSaid(words: Awaited<ReturnType<typeof selectWords>>, kind: (typeof words)[number]['kind'], most: number) {
  return words.filter((one) => one.kind === kind).slice(0, most)
}

const emptyFigures: AnalyticsFigures = {
  total_stops: 0,
  completed_stops: 0,
  incomplete_stops: 0,
  canceled_stops: 0,
  pending_stops: 0,
  timed_stops: 0,
  on_time_stops: 0,
  attempted_stops: 0,
  first_attempt_stops: 0,
  total_routes: 0,
  finished_routes: 0,
  planned_distance: 0,
  driven_distance: 0,
  planned_time: 0,
  driven_time: 0,
  ratings: 0,
}

function idsOf(groups: readonly Group[], field: 'vehicle_id' | 'project_id'): string[] {
  return groups.flatMap(({ key }) => key[field] ?? [])
}

function labelsOf(rows: readonly { id: string; label: string | null }[]): Map<string, string> {
  return new Map(rows.flatMap(({ id, label }) => (label === null ? [] : [[id, label]])))
}

function named(field: 'vehicle_id', id: string | null, labels: ReadonlyMap<string, string>) {
  if (id === null) return {}
  const label = labels.get(id)
  return { [field]: id, ...(label === undefined ? {} : { label }) } as { vehicle_id?: string; label?: string }
}
