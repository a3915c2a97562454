// Learned values as rows of the table.
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import { learnedTimeTable } from '../../data/learned-time-table.ts'
import { emptyRow } from '../../data/records.ts'
import type {
  KindHabitsValue,
  LearnedBreaksValue,
  LearnedDaysValue,
  LearnedHabitsValue,
  LearnedValue,
  LearnedWindowsValue,
} from '../../data/values.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { DayHabits, KindHabits } from '../../planning/modelling/pace/day-pace.ts'
import { isPlace } from './customer.ts'
import type { BreakShares } from './learn-break-shares.ts'
import type { LearnedHabits } from './learn-habits.ts'
import type { LearnedClient, LearnedService } from './learn-service.ts'
import type { LearnedSpreads } from './learn-spreads.ts'
import { isBetter, meanErrors } from './trials.ts'

/** Inputs of `learnedRows` other than what was learned. */
export interface RowsOf {
  organizationId: string
  projectId: string
  now: Date
  labels: ReadonlyMap<string, string>
  /** Earlier settings by people for clients and places. */
  said: ReadonlyMap<string, LearnedTimeRow>
  /** Ids of rows before by `kind subject`: a number keeps its id from night to night. */
  ids: ReadonlyMap<string, string>
}

/** A row for everything that was learned, and for what people said of clients and places of which nothing is known now. */
export function learnedRows(learned: LearnedService, of: RowsOf): LearnedTimeRow[] {
  const { model } = learned
  const rows = learned.state === 'thin' ? [] : learned.clients.map((client) => clientRow(client, of))
  const known = new Set(rows.map(({ subject }) => subject))
  const silent = [...of.said.values()].filter(({ subject }) => !known.has(subject))
  const general = [
    generalRow(of, 'project', '', model.factor, learned.visits),
    ...(['type', 'load', 'first'] as const).flatMap((level) =>
      [...model.effects[level]].map(([subject, { factor, visits }]) => ({
        ...generalRow(of, level, subject, factor, visits),
        from_quantity: level === 'load' ? (model.loadBounds[Number(subject)] ?? 0) : null,
      })),
    ),
  ]
  return [
    ...(learned.state === 'thin' ? [] : general),
    ...rows,
    ...silent.map((row) => ({ ...row, ...nothing, learned_at: of.now })),
  ]
}

const nothing = {
  factor: 1,
  visits: 0,
  seconds: null,
  given_seconds: null,
  spread_seconds: null,
  last_seen: null,
  given_error: null,
  learned_error: null,
  is_better: false,
  comers_factor: null,
}

export function foundValue(learned: LearnedService, quantity: LearnedValue['quantity'], now: Date): LearnedValue {
  const { state, visits, days, leftOut, trial, strangers } = learned
  const errors = meanErrors(trial)
  return {
    at: now.toISOString(),
    state,
    visits,
    days,
    left_out: leftOut,
    quantity,
    ...(errors ? { given_error: errors.given_error, learned_error: errors.learned_error } : {}),
    helps_strangers: isBetter(strangers),
  }
}

/** Rounded to what can be told apart. */
export function habitsValue({ habits, given, learned }: LearnedHabits): LearnedHabitsValue {
  const { bias, pace, breakDelay, days } = habits
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000
  return {
    bias: rounded(bias),
    pace: rounded(pace),
    ...(breakDelay !== undefined && { break_delay: breakDelay }),
    ...(days && { days: daysValue(days) }),
    given_error: Math.round(given),
    learned_error: Math.round(learned),
  }
}

function daysValue({ driving, work }: DayHabits): LearnedDaysValue {
  return { ...(driving && { driving: kindValue(driving) }), ...(work && { work: kindValue(work) }) }
}

function kindValue({ usual, ofParts, ofRoutes, ofDays }: KindHabits): KindHabitsValue {
  const rounded = (value: number) => Math.round(value * 100_000) / 100_000
  return {
    usual: usual.map(rounded),
    of_parts: rounded(ofParts),
    of_routes: rounded(ofRoutes),
    of_days: rounded(ofDays),
  }
}

export function breaksValue(found: readonly BreakShares[]): LearnedBreaksValue[] {
  return found.map(({ lastSeen, ...others }) => ({ ...others, last_seen: lastSeen }))
}

export function windowsValue({
  spreads,
  state,
  leads,
  routes,
  days,
  trial,
  usual,
}: LearnedSpreads): LearnedWindowsValue {
  const part = (count: number, of: number) => Math.round((1_000 * count) / of) / 1_000
  return {
    state,
    estimates: leads,
    routes,
    days,
    ...(trial.leads > 0 && { kept: part(trial.kept, trial.leads), width: Math.round(trial.width) }),
    ...(usual.leads > 0 && { usual_kept: part(usual.kept, usual.leads), usual_width: Math.round(usual.width) }),
    spreads,
  }
}

function beginRow(of: RowsOf, kind: LearnedTimeRow['kind'], subject: string) {
  return {
    ...emptyRow(learnedTimeTable),
    id: of.ids.get(`${kind} ${subject}`) ?? createId(of.now),
    organization_id: of.organizationId,
    project_id: of.projectId,
    learned_at: of.now,
    kind,
    subject,
  }
}

function generalRow(of: RowsOf, kind: LearnedTimeRow['kind'], subject: string, factor: number, visits: number) {
  return { ...beginRow(of, kind, subject), factor, visits, is_better: true }
}

function clientRow(client: LearnedClient, of: RowsOf): LearnedTimeRow {
  const { is_off, fixed_seconds, forgotten_at } = of.said.get(client.clientId) ?? {}
  return {
    ...beginRow(of, isPlace(client.clientId) ? 'place' : 'client', client.clientId),
    label: of.labels.get(client.clientId) ?? null,
    factor: client.factor,
    comers_factor: client.comersFactor === 1 ? null : client.comersFactor,
    visits: client.visits,
    seconds: client.seconds,
    given_seconds: client.givenSeconds,
    spread_seconds: client.spreadSeconds,
    last_seen: client.lastSeen,
    ...meanErrors(client.trial),
    is_better: client.isBetter,
    is_off: is_off ?? false,
    fixed_seconds: fixed_seconds ?? null,
    forgotten_at: forgotten_at ?? null,
  }
}
