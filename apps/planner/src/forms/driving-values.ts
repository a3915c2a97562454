// The law on driving hours and what the tachograph says is left, as forms hold them: lengths of time as people write them.
import type { DrivingLog, DrivingRules } from '@routewright/contract'
import { parseTime, timeText } from '@routewright/reading/written-times'
import { Fault } from './field-kinds.ts'

/** Parts of the driving log that the form has; the others stay as they are stored. */
export const leftParts = [
  'driving_left_today',
  'driving_left_week',
  'driving_left_fortnight',
  'work_left_week',
  'duty_left_today',
  'driving_since_break',
] as const
export type LeftPart = (typeof leftParts)[number]

/** Lengths of time as texts. */
export type ShownRules = Omit<DrivingRules, 'law' | 'after'> & { law?: DrivingRules['law']; after?: string }
export type ShownLog = Omit<Partial<DrivingLog>, LeftPart> & { [Part in LeftPart]?: string }

export function shownRules(stored: unknown): ShownRules {
  const { after, ...rules } = (stored ?? {}) as Partial<DrivingRules>
  return { ...rules, ...(after !== undefined && { after: timeText(after) }) }
}

/** Null for no law; what a law does not use is left out. */
export function readRules(value: unknown): DrivingRules | Fault | null {
  const { law, counts, after, duration } = value as ShownRules
  if (!law) return null
  if (law !== 'plain') return { law }
  const seconds = after?.trim() ? parseTime(after) : undefined
  if (after?.trim() && seconds === undefined) return new Fault('records:driving.fault.hours', { text: after })
  return {
    law,
    ...(counts && { counts }),
    ...(seconds !== undefined && { after: seconds }),
    ...(duration !== undefined && { duration }),
  }
}

export function shownLog(stored: unknown): ShownLog {
  const log = (stored ?? {}) as Partial<DrivingLog>
  const left = leftParts.flatMap((part) => (log[part] === undefined ? [] : [[part, timeText(log[part])]]))
  return { ...log, ...Object.fromEntries(left) }
}

/** Null where nothing is said but a day. */
export function readLog(value: unknown): DrivingLog | Fault | null {
  const { date, ...shown } = value as ShownLog
  const read: Record<string, unknown> = { ...shown }
  for (const part of leftParts) {
    const text = shown[part]?.trim()
    if (!text) delete read[part]
    else {
      const seconds = parseTime(text)
      if (seconds === undefined) return new Fault('records:driving.fault.hours', { text })
      read[part] = seconds
    }
  }
  if (!read.first_part_taken) delete read.first_part_taken
  if (Object.keys(read).length === 0) return null
  return date ? { date, ...read } : new Fault('records:driving.fault.date')
}

/** Both in one line each, for showing them beside another's. */
export function writtenRules(value: unknown): string {
  const { law, after } = value as ShownRules
  return [law, after].filter(Boolean).join(' ')
}
export function writtenLog(value: unknown): string {
  const log = value as ShownLog
  return [log.date, ...leftParts.map((part) => log[part])].filter(Boolean).join(' ')
}
