// Learned paces of the people of past visits, as rows of the table.
import { type LearnedTimeRow, learnedTimeTable } from '../../data/learned-time-table.ts'
import { emptyRow } from '../../data/records.ts'
import type { LearnedDrivingValue, LearningValue } from '../../data/values.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { whoDrove } from '../../planning/drivers/who-drove.ts'
import type { LearnedDriving } from './learn-driving.ts'
import { FEWEST_VISITS, type LearnedPace, type LearnedService } from './learn-service.ts'
import type { VisitRow } from './learning.sql.ts'
import { drivingUsed, paceUsed } from './pace-used.ts'
import { meanErrors } from './trials.ts'

/** Tells drivers from each other; where nobody is known to have driven, vehicles. */
export interface Comers {
  /** The id of the driver or vehicle; null where neither is known, or where what was before is forgotten. */
  of(row: VisitRow): string | null
  kinds: ReadonlyMap<string, 'driver' | 'vehicle'>
  labels: ReadonlyMap<string, string>
}

/** `before`: rows of paces, of which some say since when visits count. Asks for the drivers of the project and what was said of these days. */
export async function findComers(
  scope: Scope,
  projectId: string,
  visits: readonly VisitRow[],
  before: readonly LearnedTimeRow[],
): Promise<Comers> {
  const drivable = (row: VisitRow) => ({ ...row, project_id: projectId })
  const { driverIdOf, names } = await whoDrove(scope, visits.map(drivable))
  const since = new Map(before.flatMap((row) => (row.forgotten_at ? [[row.subject, row.forgotten_at]] : [])))
  const labels = new Map(names)
  const kinds = new Map<string, 'driver' | 'vehicle'>()
  const of = (row: VisitRow) => {
    const driverId = driverIdOf(drivable(row))
    const id = driverId || row.vehicle_id
    if (id === null) return null
    kinds.set(id, driverId ? 'driver' : 'vehicle')
    if (!driverId && row.vehicle_label) labels.set(id, row.vehicle_label)
    const forgotten = since.get(id)
    return forgotten && row.reported_at <= forgotten ? null : id
  }
  return { of, kinds, labels }
}

/** A row for everybody whose visits say something, and for those of whom people said something. */
export function paceRows(
  scope: Scope,
  projectId: string,
  { paces, driving }: Pick<LearnedService, 'paces'> & { driving: readonly LearnedDriving[] },
  comers: Comers,
  before: readonly LearnedTimeRow[],
): LearnedTimeRow[] {
  const said = new Map(before.map((row) => [row.subject, row]))
  const drives = new Map(driving.map((pace) => [pace.driverId, pace]))
  const rows = paces.map((pace) => ({
    ...paceRow(scope, projectId, pace, comers, said.get(pace.driverId)),
    driving: drivingValue(drives.get(pace.driverId)),
  }))
  const known = new Set(paces.map(({ driverId }) => driverId))
  const silent = before.filter(
    ({ subject, is_off, fixed_factor, fixed_driving, forgotten_at }) =>
      !known.has(subject) && (is_off || fixed_factor !== null || fixed_driving !== null || forgotten_at),
  )
  return [...rows, ...silent.map((row) => ({ ...row, ...noPace, learned_at: scope.now }))]
}

/** Row without visits. */
export const noPace = {
  factor: 1,
  visits: 0,
  spread: null,
  last_seen: null,
  given_error: null,
  learned_error: null,
  is_better: false,
  driving: null,
}

function paceRow(
  { organizationId, now }: Scope,
  projectId: string,
  { driverId, factor, visits, spread, lastSeen, trial, isBetter }: LearnedPace,
  { kinds, labels }: Comers,
  said: LearnedTimeRow | undefined,
): LearnedTimeRow {
  return {
    ...emptyRow(learnedTimeTable),
    id: said?.id ?? createId(now),
    organization_id: organizationId,
    project_id: projectId,
    learned_at: now,
    kind: kinds.get(driverId) ?? 'driver',
    subject: driverId,
    label: labels.get(driverId) ?? said?.label ?? null,
    factor,
    visits,
    spread: Math.round(spread * 1_000) / 1_000,
    last_seen: lastSeen,
    is_better: isBetter,
    ...meanErrors(trial),
    is_off: said?.is_off ?? false,
    fixed_factor: said?.fixed_factor ?? null,
    fixed_driving: said?.fixed_driving ?? null,
    forgotten_at: said?.forgotten_at ?? null,
  }
}

/** Which number plans use, and the number. */
export interface UsedPace {
  used: 'fixed' | 'learned' | 'usual'
  factor: number
}

/** Returns the used pace of a driver's or vehicle's work. */
export function usedPace({ is_off, fixed_factor, is_better, factor }: LearnedTimeRow): UsedPace {
  return chooseUsed(is_off, fixed_factor, is_better ? factor : undefined, paceUsed)
}

/** Returns the used pace of a driver's or vehicle's driving. */
export function usedDriving({ is_off, fixed_driving, driving }: LearnedTimeRow): UsedPace {
  return chooseUsed(is_off, fixed_driving, driving?.is_better ? driving.factor : undefined, drivingUsed)
}

function chooseUsed(
  isOff: boolean,
  fixed: number | null,
  learned: number | undefined,
  inSteps: (factor: number) => number,
): UsedPace {
  if (isOff) return { used: 'usual', factor: 1 }
  if (fixed !== null) return { used: 'fixed', factor: inSteps(fixed) }
  return learned === undefined ? { used: 'usual', factor: 1 } : { used: 'learned', factor: inSteps(learned) }
}

function drivingValue(found: LearnedDriving | undefined): LearnedDrivingValue | null {
  if (!found) return null
  const { factor, ways, spread, lastSeen, trial, isBetter } = found
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000
  return {
    factor: rounded(factor),
    ways,
    spread: rounded(spread),
    last_seen: lastSeen,
    is_better: isBetter,
    ...meanErrors(trial),
  }
}

/** Factors by id of a driver or vehicle, where they are not 1; for work all known vehicles, so that they can be told from unknown ones. */
export function pacesValue(rows: readonly LearnedTimeRow[]): Pick<LearningValue, 'paces' | 'driving_paces'> {
  const factorsBy = (used: (row: LearnedTimeRow) => UsedPace, counts: (row: LearnedTimeRow) => boolean) =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const { factor } = used(row)
        return factor === 1 && !counts(row) ? [] : [[row.subject, factor]]
      }),
    )
  return { paces: factorsBy(usedPace, isKnownVehicle), driving_paces: factorsBy(usedDriving, () => false) }
}

/** A vehicle of which enough was seen, or somebody said something, is not anybody's. */
function isKnownVehicle({ kind, visits, is_off, fixed_factor }: LearnedTimeRow): boolean {
  return kind === 'vehicle' && (visits >= FEWEST_VISITS || is_off || fixed_factor !== null)
}
