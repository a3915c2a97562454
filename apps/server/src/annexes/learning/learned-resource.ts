// Learned values in the form that callers see.
import type { LearnedEffect, LearnedTime, Learning } from '@routewright/contract'
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { LearningValue } from '../../data/values.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { DEFAULT_SHARE } from '../../planning/modelling/pace/arrival-window.ts'
import { isPlace } from './customer.ts'

export function learningResource(
  { id, learning }: Pick<ProjectRow, 'id' | 'learning'>,
  general: readonly LearnedTimeRow[],
): Learning {
  const { uses_service_times = false, found } = learning
  return {
    project_id: id,
    uses_service_times,
    state: found?.state ?? 'never',
    visits: found?.visits ?? 0,
    days: found?.days ?? 0,
    left_out: Object.entries(found?.left_out ?? {}).map(([reason, visits]) => ({
      reason,
      visits,
    })) as Learning['left_out'],
    ...(found ? { learned_at: found.at } : {}),
    ...(found?.given_error === undefined ? {} : { given_error: found.given_error }),
    ...(found?.learned_error === undefined ? {} : { learned_error: found.learned_error }),
    effects: general.map(effectResource),
    windows: windowsResource(learning),
    places: placesResource(learning),
    uses_paces: learning.uses_paces ?? false,
    breaks: breaksResource(learning),
  }
}

function windowsResource({
  uses_windows = false,
  windows_share = DEFAULT_SHARE,
  windows,
  habits,
  uses_days = true,
}: LearningValue) {
  const { days, ...others } = habits ?? {}
  const { spreads: _, ...found } = windows ?? { state: 'never' as const, estimates: 0, routes: 0, days: 0, spreads: {} }
  return {
    is_used: uses_windows,
    share: windows_share,
    ...found,
    ...others,
    uses_days,
    ...(days?.driving && { day_spread: computeSpread(days.driving.of_days) }),
  }
}

/** Converts a variance of logarithms to a relative spread: 0.08 where one day differs from another by 8 %. */
function computeSpread(variance: number): number {
  return Math.round(1_000 * Math.expm1(Math.sqrt(variance))) / 1_000
}

function placesResource({ uses_places = false, places }: LearningValue) {
  return { is_used: uses_places, ...(places ?? { places: 0, doors: 0, parkings: 0 }) }
}

function breaksResource({ uses_service_times = false, uses_break_room = true, break_shares = [] }: LearningValue) {
  return {
    uses_room: uses_break_room,
    is_used: uses_break_room && uses_service_times && break_shares.some(({ state }) => state === 'learned'),
    hours: break_shares.map(({ steps, ...found }) => ({
      ...found,
      steps: steps.map(([at, share]) => ({ at, share })),
    })),
  }
}

/** The shares of breaks as a table: one row a step, and one without for hours of which too little is known. */
export function breaksTable({ break_shares = [] }: LearningValue): Table {
  const number = (title: string) => ({ title, kind: 'number' as const })
  const columns = [
    ...[number('start'), number('end'), { title: 'state', kind: 'text' as const }, number('routes'), number('days')],
    ...[number('breaks'), { title: 'last_seen', kind: 'text' as const }, number('at'), number('share')],
  ]
  async function* batches() {
    yield break_shares.flatMap(({ start, end, state, routes, days, breaks, last_seen, steps }) =>
      (steps.length > 0 ? steps : [[undefined, undefined]]).map(([at, share]) => [
        ...[start, end, state, routes, days, breaks, last_seen, at, share],
      ]),
    )
  }
  return { name: 'learned-breaks', columns, batches: batches() }
}

function effectResource({ kind, subject, factor, visits, from_quantity }: LearnedTimeRow): LearnedEffect {
  return {
    kind: kind as LearnedEffect['kind'],
    subject,
    factor: Math.round(factor * 1_000) / 1_000,
    visits,
    ...(from_quantity === null ? {} : { from_quantity }),
  }
}

/** `used` tells which number new stops get: the fixed one, the learned one, or the given one. */
export function learnedResource(row: LearnedTimeRow, { found }: LearningValue): LearnedTime {
  const { id, project_id, subject, visits, is_better, is_off } = row
  const optional = {
    label: row.label,
    seconds: row.seconds,
    given_seconds: row.given_seconds,
    last_seen: row.last_seen,
  }
  const measured = {
    spread_seconds: row.spread_seconds,
    given_error: row.given_error,
    learned_error: row.learned_error,
  }
  return withoutEmpty({
    id,
    project_id,
    visits,
    is_better,
    is_off,
    learned_at: row.learned_at.toISOString(),
    kind: isPlace(subject) ? ('place' as const) : ('client' as const),
    ...(isPlace(subject) ? getPlace(subject) : { client_id: subject }),
    ...optional,
    ...measured,
    fixed_seconds: row.fixed_seconds,
    used: chooseUsed(row, found?.state === 'learned'),
  }) as LearnedTime
}

function chooseUsed(
  { is_off, fixed_seconds, is_better, visits }: LearnedTimeRow,
  isLearned: boolean,
): LearnedTime['used'] {
  if (is_off) return 'given'
  if (fixed_seconds !== null) return 'fixed'
  return isLearned && is_better && visits > 0 ? 'learned' : 'given'
}

function getPlace(subject: string) {
  const [lat, lng] = subject.split(',').map(Number)
  return { lat, lng }
}

const rowsAtOnce = 500

/** Table of clients and places; `read` returns the next rows after an id. */
export function learnedTable(
  learning: LearningValue,
  read: (after: string, most: number) => Promise<LearnedTimeRow[]>,
): Table {
  const text = (title: string) => ({ title, kind: 'text' as const })
  const number = (title: string) => ({ title, kind: 'number' as const })
  const columns = [
    ...[
      text('kind'),
      text('client_id'),
      number('lat'),
      number('lng'),
      text('label'),
      number('given_seconds'),
      number('seconds'),
    ],
    ...[text('used'), number('fixed_seconds'), number('visits'), number('spread_seconds'), text('last_seen')],
    ...[number('given_error'), number('learned_error'), text('learned_at')],
  ]
  return { name: 'learned-times', columns, batches: batches() }

  async function* batches() {
    for (let after = ''; ; ) {
      const rows = await read(after, rowsAtOnce)
      if (rows.length === 0) return
      yield rows.map((row) => {
        const record = learnedResource(row, learning) as Record<string, unknown>
        return columns.map(({ title }) => record[title] as string | number | undefined)
      })
      after = rows.at(-1)!.id
    }
  }
}
