// The columns of the fleet's table about laws on driving: which law holds, and what the tachograph or the log says is left.
import { type DrivingLaw, drivingLaws } from '@routewright/contract'
import type { DrivingLogValue, DrivingRulesValue } from '../data/values.ts'
import type { VehicleRow } from '../data/vehicle-table.ts'
import type { Cell } from '../platform/table-file.ts'
import { readNumber } from '../written-values/written-values.ts'
import { type Draft, type Fleet, type FleetColumn, Unreadable } from './fleet-column.ts'
import { type FleetWord, readWord, readYesNo } from './fleet-words.ts'

type Rules = Partial<DrivingRulesValue>
type Log = Partial<DrivingLogValue>

const hoursAndMinutes = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

function readHours(text: string): number {
  const found = /^(\d{1,3})(?:[:.h](\d\d)(?::00)?)?$/.exec(text)
  const [hours, minutes] = [Number(found?.[1]), Number(found?.[2] ?? 0)]
  if (!found || minutes > 59) throw new Unreadable('bad_duration', { text })
  return (hours * 60 + minutes) * 60
}

const lawWords = {
  eu: 'law_eu',
  us: 'law_us',
  plain: 'law_plain',
  none: 'law_none',
} satisfies Record<DrivingLaw, FleetWord>
const countWords = { driving: 'counts_driving', work: 'counts_work' } as const satisfies Record<string, FleetWord>

interface Part<Value> {
  write(value: Value, fleet: Fleet): Cell
  read(text: string): Partial<Value>
  /** What an empty cell leaves out. */
  clear: Partial<Value>
}

function ofRules(word: FleetWord, { write, read, clear }: Part<Rules>): FleetColumn {
  const put = (draft: Draft, part: Rules) => {
    draft.driving.rules = { ...draft.driving.rules, ...part }
  }
  return {
    ...{ word, field: 'default_driving_rules', kind: 'text' },
    write: ({ default_driving_rules: rules }, fleet) => rules && write(rules, fleet),
    read: (text, draft) => put(draft, read(text)),
    clear: (draft) => put(draft, clear),
  }
}

function ofLog(word: FleetWord, { write, read, clear }: Part<Log>): FleetColumn {
  const put = (draft: Draft, part: Log) => {
    draft.driving.log = { ...draft.driving.log, ...part }
  }
  return {
    ...{ word, field: 'default_driving_log', kind: 'text' },
    write: ({ default_driving_log: log }, fleet) => log && write(log, fleet),
    read: (text, draft) => put(draft, read(text)),
    clear: (draft) => put(draft, clear),
  }
}

type LengthOfLog = (typeof lengthsOfLog)[number]
const lengthsOfLog = [
  'driving_left_today',
  'driving_left_week',
  'driving_left_fortnight',
  'work_left_week',
  'duty_left_today',
  'driving_since_break',
] as const satisfies readonly (keyof Log)[]

const lengthOfLog = (field: LengthOfLog): FleetColumn =>
  ofLog(field, {
    write: ({ [field]: seconds }) => (seconds === undefined ? null : hoursAndMinutes(seconds)),
    read: (text) => ({ [field]: readHours(text) }),
    clear: { [field]: undefined },
  })

export const drivingColumns: readonly FleetColumn[] = [
  ofRules('law', {
    write: ({ law }, { say }) => law && say(lawWords[law]),
    read(text) {
      const law = drivingLaws.find((one) => text.toLowerCase() === one || readWord(lawWords[one], text))
      if (!law) throw new Unreadable('bad_law', { text })
      return { law }
    },
    clear: { law: undefined },
  }),
  ofRules('law_counts', {
    write: ({ counts }, { say }) => counts && say(countWords[counts]),
    read(text) {
      const counts = (['driving', 'work'] as const).find((one) => readWord(countWords[one], text))
      if (!counts) throw new Unreadable('bad_counts', { text })
      return { counts }
    },
    clear: { counts: undefined },
  }),
  ofRules('law_after', {
    write: ({ after }) => (after === undefined ? null : hoursAndMinutes(after)),
    read: (text) => ({ after: readHours(text) }),
    clear: { after: undefined },
  }),
  ofRules('law_minutes', {
    write: ({ duration }) => (duration === undefined ? null : Number((duration / 60).toFixed(2))),
    read(text) {
      const minutes = readNumber(text)
      if (!(minutes > 0)) throw new Unreadable('bad_number', { text })
      return { duration: Math.round(minutes * 60) }
    },
    clear: { duration: undefined },
  }),
  ofLog('log_date', {
    write: ({ date }) => date,
    read: (date) => ({ date }),
    clear: { date: undefined },
  }),
  ...lengthsOfLog.map(lengthOfLog),
  ofLog('first_part_taken', {
    write: ({ first_part_taken: isTaken }, { say }) => isTaken && say('yes'),
    read(text) {
      const isTaken = readYesNo(text)
      if (isTaken === undefined) throw new Unreadable('bad_yes_no', { text })
      return { first_part_taken: isTaken || undefined }
    },
    clear: { first_part_taken: undefined },
  }),
]

const shownOfLog: ReadonlySet<string> = new Set(['date', 'first_part_taken', ...lengthsOfLog])

/**
 * Both values as they are sent: what the row says over what the vehicle has. Whoever empties the law or the day takes the
 * whole value away. A log of
 * another day takes over what has a column, as it stands in the table; the rest was of the old day.
 */
export function drivingInput({ rules, log }: Draft['driving'], vehicle: VehicleRow | undefined) {
  return {
    ...(rules && { default_driving_rules: wholeRules({ ...vehicle?.default_driving_rules, ...rules }) }),
    ...(log && { default_driving_log: wholeLog(log, vehicle?.default_driving_log ?? {}) }),
  }
}

function wholeRules(rules: Rules): DrivingRulesValue | null {
  const said = saidOf(rules)
  if (said.law === undefined && 'law' in rules) return null
  // What a rule of one's own has means nothing beside another law.
  return (said.law === undefined || said.law === 'plain' ? said : { law: said.law }) as DrivingRulesValue
}

function wholeLog(log: Log, present: Log): DrivingLogValue | null {
  const isSameDay = log.date === undefined || log.date === present.date
  if (log.date === undefined && 'date' in log) return null
  const kept = Object.entries(present).filter(([part]) => isSameDay || shownOfLog.has(part))
  const said = saidOf({ ...Object.fromEntries(kept), ...log })
  return Object.keys(said).some((part) => part !== 'date') ? (said as DrivingLogValue) : null
}

function saidOf<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined && part !== null),
  ) as Partial<Value>
}
