// Present facts of a stop, for its messages and for whether they still make sense.
import { type MessageKind, type MessageReason, type MessageSettings, readReason } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanEvenDeleted } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import { findLatestReport } from '../../data/reports.sql.ts'
import { streetAndTown } from '../../data/resources/address.ts'
import { getBranding, getMessageSettings, getRecipientPage } from '../../data/resources/recipients.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { arrivalWindow, expectedArrival } from '../../planning/modelling/pace/arrival-window.ts'
import { getRoute } from '../../planning/routes/routes.ts'
import { countPendingBefore } from '../../planning/sequence/sequence.ts'
import type { MessageFacts } from './compose.ts'
import { getLanguage, messageWords } from './words.ts'

/** A stop with its plan, route and project, and the project's settings of messages. */
export interface Subject {
  stop: StopRow
  plan?: PlanRow
  route?: RouteRow
  project: ProjectRow
  settings: MessageSettings
}

/** Returns the stop, even if deleted; undefined when there is none. */
export async function findSubject(scope: Scope, stopId: string): Promise<Subject | undefined> {
  const stop = (await listStopRowsEvenDeleted(scope, [stopId]))[0]
  if (!stop) return undefined
  return getSubject(scope, stop)
}

export async function getSubject(scope: Scope, stop: StopRow): Promise<Subject> {
  const project = await getProject(scope, stop.project_id)
  const plan = stop.plan_id ? await findPlanEvenDeleted(scope, stop.plan_id) : undefined
  const route = stop.route_id && !stop.deleted ? await getRoute(scope, stop.route_id) : undefined
  return { stop, plan, route, project, settings: getMessageSettings(project) }
}

/** Returns all facts that a message of this kind may contain now. */
export async function getFacts(scope: Scope, subject: Subject, kind: MessageKind): Promise<MessageFacts> {
  const { stop, plan, route, project, settings } = subject
  const isPending = stop.status === 'pending' && !stop.deleted
  const stopsBefore = isPending && stop.route_id ? await countPendingBefore(scope, stop) : undefined
  const expected =
    isPending && plan && route ? expectedArrival(stop, plan, route, project, scope.now, stopsBefore ?? 0) : undefined
  const report = stop.status === 'pending' ? undefined : await findLatestReport(scope, stop.id, 'ending')
  const language = getLanguage(stop, settings)
  const reason = report?.cancel_reason ? readReason(report.cancel_reason, project.cancel_reasons) : undefined
  return {
    kind,
    language,
    timeZone: project.timezone,
    units: project.settings.units === 'imperial' ? 'imperial' : 'metric',
    brand: getBranding(project),
    page: {
      // The project's words about another attempt would be wrong where there will be none.
      next_step: stop.return_to_sender_at ? messageWords[language].backToSender : getRecipientPage(project).next_step,
    },
    settings,
    now: scope.now,
    stopType: stop.type,
    link: `${scope.publicBase}/t/${stop.tracking_token}`,
    recipient: stop.label ?? undefined,
    // An address check asks the recipient whether the address that the sender wrote is right, so it shows that text and not
    // the address that the geocoder made of it.
    address:
      (kind === 'address_check' && stop.location?.label) || (streetAndTown(stop.location) ?? stop.location?.label),
    day: plan?.execution_date,
    arrival: expected?.arrival,
    window: kind === 'slot_chosen' ? chosenWindow(subject) : expected && arrivalWindow(expected, scope.now),
    expected: kind === 'slot_chosen' ? undefined : expected,
    stopsBefore,
    doneAt: report?.created_at ?? stop.finished_at ?? undefined,
    reason: reason && (reason.id ? messageWords[language].reasons[reason.id] : reason.text),
    taker: findTaker(report),
    pin: isPending ? (stop.pin ?? undefined) : undefined,
  }
}

function findTaker(report: ReportRow | undefined): MessageFacts['taker'] {
  return report?.taken_by ? { by: report.taken_by, name: report.taker_name ?? undefined } : undefined
}

/** Returns the window that the recipient chose, which is valid until they choose another. */
function chosenWindow({ stop, plan, project }: Subject): { from: Date; to: Date } | undefined {
  const [window] = stop.time_windows
  if (!window || !plan) return undefined
  const moment = (seconds: number) => momentOfPlanDay(seconds, plan.execution_date, project.timezone)
  return { from: moment(window[0]), to: moment(window[1]) }
}

const dayMilliseconds = 86_400_000

/** Returns why the message makes no sense now; undefined when it does. `planId` is the plan for which it was created. */
export function whyNotNow(
  kind: MessageKind,
  { stop, plan, route }: Subject,
  planId: string | null,
  now: Date,
): MessageReason | undefined {
  const isRecent = (moment: Date | null) => moment !== null && now.getTime() - moment.getTime() < dayMilliseconds
  if (kind === 'canceled') return stop.deleted && isRecent(stop.deleted_at) ? undefined : 'over'
  if (kind === 'choose_slot') return stop.deleted || stop.status === 'completed' ? 'over' : undefined
  if (stop.deleted || !plan || plan.deleted) return 'over'
  if (planId !== stop.plan_id) return 'moved'
  // A chosen window is promised, even while the rest of that day is a draft.
  if (kind === 'slot_chosen') return stop.status === 'pending' ? undefined : 'over'
  if (plan.status === 'draft') return 'draft'
  const isPending = stop.status === 'pending'
  const isUnderWay = route?.status === 'in_transit'
  switch (kind) {
    case 'planned':
      return isPending && route && route.status !== 'finished' && !isPast(plan, now) ? undefined : 'over'
    case 'started':
    case 'delayed':
    case 'approaching':
      return isPending && isUnderWay && !stop.arrived_at ? undefined : 'over'
    case 'completed':
      return stop.status === 'completed' && isRecent(stop.finished_at) ? undefined : 'over'
    case 'failed':
      return (stop.status === 'canceled' || stop.status === 'incomplete') && isRecent(stop.finished_at)
        ? undefined
        : 'over'
    case 'address_check':
      return isPending && !stop.location_validated && !isPast(plan, now) ? undefined : 'over'
    case 'pin':
      return isPending && stop.pin ? undefined : 'over'
  }
}

/**
 * Returns whether a plan is over: two days after midnight UTC of its date. One day is the date itself; the other covers every
 * time zone, because west of Greenwich the date ends up to twelve hours later.
 */
function isPast(plan: PlanRow, now: Date): boolean {
  return now.getTime() - plan.execution_date.getTime() > 2 * dayMilliseconds
}
