// The rules of the day at a glance: its plans, its figures, and what somebody should look at.
import { type Attention, attentionKinds, type ProjectSettings } from '@routewright/contract'
import { defaultAlertMinutes } from '@routewright/contract/alert-minutes'
import { getProject } from '../../accounts/projects/projects.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { planResource } from '../../data/resources/records.ts'
import { dateInZone, endInstant, startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { listDriverTroubles } from '../../planning/drivers/drivers.ts'
import { getAnalytics } from '../analytics/analytics.ts'
import {
  type AttentionRow,
  type DayPlanRow,
  type Days,
  selectAttention,
  selectDayPlans,
  selectNextPlan,
  selectUnclosed,
} from './today.sql.ts'

/** A route that nobody was sent is told of so long before its planned start. */
const sendAheadSeconds = 3_600
/** How far ahead the next plan is looked for. */
const nextDays = 14
/** How far back days are looked for that nobody closed. */
const pastDays = 30

/** How the day stands that it is now in the project's time zone. Throws 404 or 403 for the project. */
export async function getToday(scope: Scope, projectId: string) {
  const project = await getProject(scope, projectId)
  const { date, ...day } = getDay(scope, project)
  const plans = await selectDayPlans(scope, day)
  const { end } = day
  const until = new Date(end.getTime() + nextDays * 86_400_000)
  const next = await selectNextPlan(scope, { projectId: project.id, start: end, end: until })
  const { total: figures } = await getAnalytics(scope, { project_id: project.id, from_date: date, to_date: date })
  // A draft is only thought of: what it would drive is not to come.
  const real = plans.filter(({ status }) => status !== 'draft')
  const sum = (of: (plan: DayPlanRow) => number) => real.reduce((all, plan) => all + of(plan), 0)
  const straight_meters = sum((plan) => plan.straight_meters)
  return {
    date,
    plans: plans.map(dayPlan),
    figures,
    routes_on_road: sum((plan) => plan.routes_on_road),
    planned_meters: sum((plan) => plan.planned_meters),
    ...(straight_meters > 0 && { straight_meters }),
    driven_meters: sum((plan) => plan.driven_meters),
    attention: await listAttention(scope, project, day),
    ...(next ? { next: dayPlan(next) } : {}),
  }
}

/** The day that it is now in the project's time zone. */
export function getDay(scope: Scope, { id, timezone }: Pick<ProjectRow, 'id' | 'timezone'>): Days & { date: string } {
  const date = dateInZone(scope.now, timezone)
  return { projectId: id, date, start: startInstant(date), end: endInstant(date) }
}

/** The days before it that are looked through for one that nobody closed. */
export function daysBefore({ projectId, start }: Days): Days {
  const earliest = new Date(start.getTime() - pastDays * 86_400_000)
  return { projectId, start: earliest, end: new Date(start.getTime() - 1) }
}

/** Returns what needs attention in the plans of the day and in earlier ones that nobody closed, worst first. */
export async function listAttention(
  scope: Scope,
  project: Pick<ProjectRow, 'settings'>,
  day: Days,
): Promise<Attention[]> {
  const settings: ProjectSettings = project.settings
  const { late_alert_minutes: late, silent_alert_minutes: silent } = settings
  const attention = await selectAttention(scope, day, {
    lateSeconds: 60 * (late ?? defaultAlertMinutes.late),
    silentSeconds: 60 * (silent ?? defaultAlertMinutes.silent),
    sendAheadSeconds,
  })
  const unclosed = await selectUnclosed(scope, daysBefore(day))
  const drivers = await listDriverTroubles(scope, day.projectId, day.start.toISOString().slice(0, 10))
  return [...attention.map(attentionRecord), ...drivers, ...unclosed].sort((a, b) => weigh(a) - weigh(b))
}

function dayPlan(row: DayPlanRow) {
  const { assigned_stops, used_routes, sent_routes, started_routes } = row
  return { plan: planResource(row), assigned_stops, used_routes, sent_routes, started_routes }
}

function attentionRecord({ kind, plan_id, count, ...rest }: AttentionRow): Attention {
  const known = Object.entries(rest).filter(([, value]) => value !== null)
  return { kind, plan_id, count, ...Object.fromEntries(known) }
}

const weigh = ({ kind }: Attention) => attentionKinds.indexOf(kind)
