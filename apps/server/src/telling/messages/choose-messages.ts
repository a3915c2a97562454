// Turns notes of events into messages: who has to get one, and whether there is anything new in it.

import { listStopsAhead } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { MessageNoteRow, MessageRow } from '../../data/message-tables.ts'
import { listTold } from '../../data/messages.sql.ts'
import { findPlanEvenDeleted } from '../../data/plans.sql.ts'
import { getMessageSettings } from '../../data/resources/recipients.ts'
import { findRouteRow } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listPendingStops } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findArrival } from '../../planning/modelling/pace/arrival-window.ts'
import { findSubject, type Subject, whyNotNow } from './facts.ts'
import { makeMessages, type Occasion } from './new-messages.ts'

/**
 * Limits for an estimate that swings: at most this many messages about a changed time for one stop of one plan, and a pause after
 * the last message with a time.
 */
const mostDelays = 4
const delayPauseMilliseconds = 15 * 60_000

/** Processes one note, in the transaction that deletes it. Returns the number of messages created. */
export async function chooseMessages(scope: Scope, note: MessageNoteRow): Promise<number> {
  switch (note.note) {
    case 'route_dispatched':
      return tellRoute(scope, note.resource_id, dispatchOccasions)
    case 'route_started':
      return tellRoute(scope, note.resource_id, startOccasions)
    case 'route_estimated':
      return tellEstimates(scope, note.resource_id)
    case 'stop_reported':
      return tellOutcome(scope, note.resource_id)
    case 'stop_deleted':
      return tellCanceled(scope, note.resource_id)
  }
}

type OccasionsOf = (subject: Subject, planId: string) => Occasion[]

const dispatchOccasions: OccasionsOf = (_subject, planId) => [{ kind: 'planned', occasion: planId }]

const startOccasions: OccasionsOf = ({ stop }, planId) => [
  { kind: 'started', occasion: planId },
  ...(stop.pin ? [{ kind: 'pin' as const, occasion: planId }] : []),
]

async function tellRoute(scope: Scope, routeId: string, occasionsOf: OccasionsOf): Promise<number> {
  const onRoute = await findRouteSubjects(scope, routeId)
  if (!onRoute) return 0
  let count = 0
  for (const subject of onRoute.subjects) {
    for (const occasion of occasionsOf(subject, onRoute.planId)) count += await tell(scope, subject, occasion)
  }
  return count
}

/** Returns the pending stops of a route in driving order, unless its plan is a draft or the route is gone. */
async function findRouteSubjects(
  scope: Scope,
  routeId: string,
): Promise<{ planId: string; subjects: Subject[] } | undefined> {
  const route = await findRouteRow(scope, routeId)
  if (!route) return undefined
  const plan = await findPlanEvenDeleted(scope, route.plan_id)
  if (!plan || plan.deleted || plan.status === 'draft') return undefined
  const project = await getProject(scope, route.project_id)
  const settings = getMessageSettings(project)
  const stops = listStopsAhead(await listPendingStops(scope, routeId))
  return { planId: plan.id, subjects: stops.map((stop) => ({ stop, plan, route, project, settings })) }
}

/** Creates the messages of an occasion, if they make sense at all. */
async function tell(scope: Scope, subject: Subject, occasion: Occasion): Promise<number> {
  const { kinds } = subject.settings
  if (!kinds[occasion.kind].email && !kinds[occasion.kind].sms) return 0
  if (whyNotNow(occasion.kind, subject, subject.stop.plan_id, scope.now)) return 0
  return (await makeMessages(scope, subject, occasion)).length
}

async function tellEstimates(scope: Scope, routeId: string): Promise<number> {
  const onRoute = await findRouteSubjects(scope, routeId)
  if (onRoute?.subjects[0]?.route?.status !== 'in_transit') return 0
  const { planId, subjects } = onRoute
  const told = Map.groupBy(
    await listTold(
      scope,
      planId,
      subjects.map(({ stop }) => stop.id),
    ),
    ({ stop_id }) => stop_id,
  )
  let count = 0
  for (const [stopsBefore, subject] of subjects.entries()) {
    const before = told.get(subject.stop.id) ?? []
    // A recipient who is told that the driver is near need not also be told of a changed time.
    const near = isNear(scope, subject, stopsBefore) ? await tell(scope, subject, approach(subject.stop, planId)) : 0
    count += near
    const delay = near > 0 ? undefined : computeDelay(scope, subject, planId, before)
    if (delay) count += await tell(scope, subject, delay)
  }
  return count
}

/**
 * Occasion of telling that the driver is near, once per attempt: after a failed attempt the driver comes again and the recipient
 * has to be told again, so the occasion contains the number of attempts.
 */
function approach({ report_attempts }: StopRow, planId: string): Occasion {
  return { kind: 'approaching', occasion: report_attempts > 0 ? `${planId}/${report_attempts}` : planId }
}

function isNear(scope: Scope, subject: Subject, stopsBefore: number): boolean {
  const { stops_before, minutes_before } = subject.settings.kinds.approaching
  const arrival = findExpected(subject)
  if (!arrival) return false
  const minutes = (arrival.getTime() - scope.now.getTime()) / 60_000
  const isNearInTime = minutes_before !== undefined && minutes <= minutes_before
  return isNearInTime || (stops_before !== undefined && stopsBefore <= stops_before)
}

/**
 * Returns the occasion to tell a changed time; undefined when there is none. There is one only when the arrival differs from the
 * last one told by more minutes than the project set, and lies outside the window told.
 */
function computeDelay(
  scope: Scope,
  subject: Subject,
  planId: string,
  before: readonly MessageRow[],
): Occasion | undefined {
  const arrival = findExpected(subject)
  const last = before.findLast(({ told_at, status }) => told_at !== null && status !== 'suppressed')
  const toldAt = last?.told_at ?? findPlanned(subject)
  if (!arrival || !toldAt) return undefined
  const movedMinutes = Math.abs(arrival.getTime() - toldAt.getTime()) / 60_000
  if (movedMinutes <= (subject.settings.kinds.delayed.minutes ?? 15)) return undefined
  if (last?.told_from && last.told_to && arrival >= last.told_from && arrival <= last.told_to) return undefined
  if (last && scope.now.getTime() - last.created_at.getTime() < delayPauseMilliseconds) return undefined
  const delays = new Set(before.filter(({ kind }) => kind === 'delayed').map(({ occasion }) => occasion))
  if (delays.size >= mostDelays) return undefined
  return { kind: 'delayed', occasion: `${planId}/${delays.size + 1}` }
}

function findExpected({ stop, plan, route, project }: Subject): Date | undefined {
  return plan && route && findArrival(stop, plan, route, project.timezone)?.arrival
}

function findPlanned({ stop, plan, route, project }: Subject): Date | undefined {
  return plan && route && findArrival(stop, plan, { status: 'not_started' }, project.timezone)?.arrival
}

async function tellOutcome(scope: Scope, stopId: string): Promise<number> {
  const subject = await findSubject(scope, stopId)
  if (!subject?.plan || subject.stop.status === 'pending') return 0
  const kind = subject.stop.status === 'completed' ? 'completed' : 'failed'
  return tell(scope, subject, { kind, occasion: subject.plan.id })
}

/** Tells that a stop was canceled, but only recipients who got a message before: others do not expect the delivery. */
async function tellCanceled(scope: Scope, stopId: string): Promise<number> {
  const subject = await findSubject(scope, stopId)
  if (!subject?.plan || subject.stop.status !== 'pending') return 0
  const told = await listTold(scope, subject.plan.id, [stopId])
  if (!told.some(({ status }) => status === 'sent')) return 0
  return tell(scope, subject, { kind: 'canceled', occasion: subject.plan.id })
}
