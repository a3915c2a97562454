/** Driving rules in VROOM's JSON: an extension of this solver to VROOM's vehicles. */

import { type DrivingLeft, withLeft } from '../driving/left.ts'
import { type DrivenBefore, type LawChoice, longDaysLeftBy, rulesOfLaw } from '../driving/presets.ts'
import type { DrivingRules } from '../driving-rules.ts'
import { FormatError } from './format-error.ts'
import { findInteger, getRecord, type JsonRecord } from './json-fields.ts'
import type { VroomClock } from './vroom-clock.ts'
import { requireKnownKeys } from './vroom-keys.ts'

/** Values of `law` in `driving_rules`, as in the service. */
const laws = ['eu', 'us', 'plain', 'none'] as const

/** Driving rules of a vehicle, with the time used up; undefined without any. Throws FormatError naming the field. */
export function readDrivingRules(vehicle: JsonRecord, path: string, clock: VroomClock): DrivingRules | undefined {
  if (vehicle.driving_rules === undefined) return undefined
  const place = `${path}.driving_rules`
  const rules = getRecord(vehicle.driving_rules, place)
  requireKnownKeys(rules, 'driving_rules', place)
  const law = laws.find((known) => known === rules.law)
  if (!law) throw new FormatError(`${JSON.stringify(rules.law)} is none of ${laws.join(', ')}`, `${place}.law`)
  const log = readLog(vehicle, `${path}.driving_log`, clock)
  if (law === 'none') return undefined
  return withLeft(rulesOfLaw(law === 'plain' ? readPlain(rules, place) : { law }, log.before), log.left)
}

function readPlain(rules: JsonRecord, place: string): LawChoice {
  const counts = rules.counts ?? undefined
  if (counts !== undefined && counts !== 'driving' && counts !== 'work')
    throw new FormatError(`${JSON.stringify(counts)} is neither driving nor work`, `${place}.counts`)
  const seconds = (name: string) =>
    (rules[name] ?? undefined) === undefined ? undefined : readSeconds(rules[name], 1, `${place}.${name}`)
  return { law: 'plain', counts, after: seconds('after'), duration: seconds('duration') }
}

/**
 * Reads the fields of the service's driving_log, except its date; `last_duty_end` is in seconds of the day, negative for the day before.
 */
function readLog(
  vehicle: JsonRecord,
  path: string,
  { offsetSeconds }: VroomClock,
): { before: DrivenBefore; left: DrivingLeft } {
  const log = vehicle.driving_log === undefined ? {} : getRecord(vehicle.driving_log, path)
  requireKnownKeys(log, 'driving_log', path)
  const seconds = (name: string) => (log[name] === undefined ? undefined : readSeconds(log[name], 0, `${path}.${name}`))
  const ended = findInteger(log.last_duty_end, `${path}.last_duty_end`)
  const drivingTodaySeconds = seconds('driving_left_today')
  return {
    before: {
      drivingSinceBreakSeconds: seconds('driving_since_break') ?? 0,
      workSinceBreakSeconds: seconds('work_since_break') ?? 0,
      workTodaySeconds: seconds('work_today') ?? 0,
      breaksTodaySeconds: seconds('breaks_today') ?? 0,
      isFirstPartTaken: log.first_part_taken === true,
      longDaysLeft: longDaysLeftBy(drivingTodaySeconds),
      ...(ended !== undefined && { dutyEndedSeconds: ended - offsetSeconds }),
    },
    left: {
      drivingTodaySeconds,
      dutyTodaySeconds: seconds('duty_left_today'),
      drivingWeekSeconds: seconds('driving_left_week'),
      drivingFortnightSeconds: seconds('driving_left_fortnight'),
      workWeekSeconds: seconds('work_left_week'),
    },
  }
}

function readSeconds(value: unknown, least: number, path: string): number {
  const seconds = findInteger(value, path)
  if (seconds === undefined || seconds < least) throw new FormatError(`${seconds} is less than ${least}`, path)
  return seconds
}
