// The states of plans, routes, stops and packages, and the effect of each trigger on them: tables only, applied by the server.
import type { MessageId } from './errors.ts'

export const planStatuses = ['draft', 'planning', 'in_progress', 'finished'] as const
export const routeStatuses = ['not_started', 'in_transit', 'finished'] as const
export const stopStatuses = ['pending', 'incomplete', 'completed', 'canceled'] as const
export const packageStatuses = ['pending', 'picked', 'delivered'] as const

export type PlanStatus = (typeof planStatuses)[number]
export type RouteStatus = (typeof routeStatuses)[number]
export type StopStatus = (typeof stopStatuses)[number]
export type PackageStatus = (typeof packageStatuses)[number]

/** A fact that a transition depends on; the server evaluates it in the transaction that locks the row. */
export const guards = {
  /** A route of the plan is in_transit or finished. */
  route_started: 'a route of the plan has started',
  /** A completed or canceled report exists that was made after the stop's last move. */
  terminal_report: 'the stop has a completed or canceled report since its last move',
  /** The package had been loaded before the report that is withdrawn. */
  loaded_before: 'the package had been picked before that report',
} as const
export type Guard = keyof typeof guards

export interface Refusal {
  refuse: MessageId
}
export interface Guarded<Status> {
  when: Guard
  yes: Status | Refusal
  no: Status | Refusal
}
export type Outcome<Status> = Status | Refusal | Guarded<Status>
export type Table<Status extends string, Trigger extends string> = Record<Status, Record<Trigger, Outcome<Status>>>

/** Events that can happen to a plan. */
export const planTriggers = {
  route_started: 'a route of the plan becomes in_transit',
  all_routes_finished: 'every route of the plan is finished',
  put_draft: 'PUT with status draft',
  put_planning: 'PUT with status planning',
  put_in_progress: 'PUT with status in_progress',
  put_finished: 'PUT with status finished (closes the plan)',
  optimized: 'optimize, or a route of it',
  dispatched: 'dispatch of a route',
  stops_joined: 'stops or routes are created in it or moved into it',
} as const
export type PlanTrigger = keyof typeof planTriggers

export const routeTriggers = {
  opened: 'the driver opens the dispatch link or the route in the driver application',
  reported: 'a report on one of its stops arrives',
  all_stops_terminal: 'no stop of it is pending (any more)',
  plan_closed: 'its plan is closed by hand',
  dispatched: 'dispatch',
  stops_joined: 'a stop is put on it',
} as const
export type RouteTrigger = keyof typeof routeTriggers

export const stopTriggers = {
  report_attempted: 'report of type service_report_attempted',
  report_completed: 'report of type service_report_completed',
  report_completed_partial: 'report of type service_report_completed with a canceled task or an undelivered package',
  report_canceled: 'report of type service_report_canceled',
  taken_back: 'its last report is taken back, before anybody acted on it',
  retried: 'a dispatcher has it tried again on the same day',
  plan_closed: 'its plan is closed by hand',
  moved: 'move to another plan, or out of its plan',
} as const
export type StopTrigger = keyof typeof stopTriggers

export const packageTriggers = {
  scanned_at_loading: 'scan while loading, or at the linked pickup stop',
  scanned_at_delivery: 'scan at the delivery',
  taken_back: 'the report that handed it over, or loaded it, is taken back or corrected',
} as const
export type PackageTrigger = keyof typeof packageTriggers

/** Status of a record at its creation. A plan may also be created as draft. */
export const initialStatus = { plan: 'planning', route: 'not_started', stop: 'pending', package: 'pending' } as const

const invalidTransition: Refusal = { refuse: 'highway.plan.error.invalid_status_transition' }
const planFinished: Refusal = { refuse: 'highway.plan.error.finished' }

export const planLifecycle: Table<PlanStatus, PlanTrigger> = {
  draft: {
    route_started: 'in_progress',
    all_routes_finished: 'draft',
    put_draft: 'draft',
    put_planning: 'planning',
    put_in_progress: invalidTransition,
    put_finished: 'finished',
    optimized: 'draft',
    dispatched: { refuse: 'highway.plan.error.draft' },
    stops_joined: 'draft',
  },
  planning: {
    route_started: 'in_progress',
    all_routes_finished: 'planning',
    put_draft: { when: 'route_started', yes: invalidTransition, no: 'draft' },
    put_planning: 'planning',
    put_in_progress: invalidTransition,
    put_finished: 'finished',
    optimized: 'planning',
    dispatched: 'planning',
    stops_joined: 'planning',
  },
  in_progress: {
    route_started: 'in_progress',
    all_routes_finished: 'finished',
    put_draft: invalidTransition,
    put_planning: invalidTransition,
    put_in_progress: 'in_progress',
    put_finished: 'finished',
    optimized: 'in_progress',
    dispatched: 'in_progress',
    stops_joined: 'in_progress',
  },
  finished: {
    route_started: 'finished',
    all_routes_finished: 'finished',
    put_draft: invalidTransition,
    put_planning: invalidTransition,
    put_in_progress: invalidTransition,
    put_finished: 'finished',
    optimized: { refuse: 'highway.optimization.error.plan_finished' },
    dispatched: planFinished,
    stops_joined: planFinished,
  },
}

const routeFinished: Refusal = { refuse: 'highway.route.error.finished' }

export const routeLifecycle: Table<RouteStatus, RouteTrigger> = {
  not_started: {
    opened: 'in_transit',
    reported: 'in_transit',
    all_stops_terminal: 'not_started',
    plan_closed: 'finished',
    dispatched: 'not_started',
    stops_joined: 'not_started',
  },
  in_transit: {
    opened: 'in_transit',
    reported: 'in_transit',
    all_stops_terminal: 'finished',
    plan_closed: 'finished',
    dispatched: 'in_transit',
    stops_joined: 'in_transit',
  },
  finished: {
    opened: 'finished',
    reported: 'finished',
    all_stops_terminal: 'finished',
    plan_closed: 'finished',
    dispatched: routeFinished,
    stops_joined: routeFinished,
  },
}

const alreadyOpen: Refusal = { refuse: 'highway.stop.error.not_failed' }
const alreadyDone: Refusal = { refuse: 'highway.stop.error.already_executed' }
const notReported: Refusal = { refuse: 'highway.report.error.cannot_take_back' }
const alreadyReported: Refusal = { refuse: 'highway.stop.error.report_already_exists' }
/**
 * A report that arrives after its plan was closed. When the stop already has a completed or canceled report, it is rejected. Otherwise the
 * stop became incomplete without any report: the late report is stored, and the status stays.
 */
const evidenceOnly: Guarded<StopStatus> = { when: 'terminal_report', yes: alreadyReported, no: 'incomplete' }

export const stopLifecycle: Table<StopStatus, StopTrigger> = {
  pending: {
    report_attempted: 'pending',
    report_completed: 'completed',
    report_completed_partial: 'incomplete',
    report_canceled: 'canceled',
    taken_back: 'pending',
    retried: alreadyOpen,
    plan_closed: 'incomplete',
    moved: 'pending',
  },
  incomplete: {
    report_attempted: evidenceOnly,
    report_completed: evidenceOnly,
    report_completed_partial: evidenceOnly,
    report_canceled: evidenceOnly,
    taken_back: { when: 'terminal_report', yes: 'pending', no: notReported },
    retried: 'pending',
    plan_closed: 'incomplete',
    moved: 'pending',
  },
  completed: {
    report_attempted: alreadyReported,
    report_completed: alreadyReported,
    report_completed_partial: alreadyReported,
    report_canceled: alreadyReported,
    taken_back: 'pending',
    retried: alreadyDone,
    plan_closed: 'completed',
    moved: 'pending',
  },
  canceled: {
    report_attempted: alreadyReported,
    report_completed: alreadyReported,
    report_completed_partial: alreadyReported,
    report_canceled: alreadyReported,
    taken_back: 'pending',
    retried: 'pending',
    plan_closed: 'canceled',
    moved: 'pending',
  },
}

const asBefore: Guarded<PackageStatus> = { when: 'loaded_before', yes: 'picked', no: 'pending' }

export const packageLifecycle: Table<PackageStatus, PackageTrigger> = {
  pending: { scanned_at_loading: 'picked', scanned_at_delivery: 'delivered', taken_back: 'pending' },
  picked: { scanned_at_loading: 'picked', scanned_at_delivery: 'delivered', taken_back: asBefore },
  delivered: { scanned_at_loading: 'delivered', scanned_at_delivery: 'delivered', taken_back: asBefore },
}

/** Effect of a trigger on a record in the given status, once its guard is evaluated. */
export function decide<Status extends string, Trigger extends string>(
  table: Table<Status, Trigger>,
  from: Status,
  trigger: Trigger,
  facts: Partial<Record<Guard, boolean>> = {},
): Status | Refusal {
  const outcome: Outcome<Status> = table[from][trigger]
  if (!isGuarded(outcome)) return outcome
  const fact = facts[outcome.when]
  if (fact === undefined) throw new Error(`${from} × ${trigger} depends on "${outcome.when}", which was not answered`)
  return fact ? outcome.yes : outcome.no
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refuse' in outcome
}

export function isGuarded<Status>(outcome: Outcome<Status>): outcome is Guarded<Status> {
  return typeof outcome === 'object' && outcome !== null && 'when' in outcome
}

/** Whether a stop in this status has ended (only a move reopens it). */
export function isTerminalStop(status: StopStatus): boolean {
  return status !== 'pending'
}

/** Plan trigger of a PUT with this status. */
export const planPutTriggers: Record<PlanStatus, PlanTrigger> = {
  draft: 'put_draft',
  planning: 'put_planning',
  in_progress: 'put_in_progress',
  finished: 'put_finished',
}
