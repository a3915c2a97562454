// Columns about laws on driving, of vehicles and of drivers: which law holds, and what the tachograph or the log says is left.
import { type DrivingLaw, drivingLaws } from '@routewright/contract'
import type { DrivingLogValue, DrivingRulesValue } from '../../../data/values.ts'
import type { Cell } from '../../../frame/platform/table-file.ts'
import { readNumber } from '../../../frame/written-values/written-values.ts'
import { type Around, type Column, type Draft, Unreadable } from './column.ts'
import { readWord, readYesNo, type TableWord } from './table-words.ts'

type Rules = Partial<DrivingRulesValue>
type Log = Partial<DrivingLogValue>

/** The driving rules and log of a record, and the names of its fields. */
export interface DrivingFields<Row> {
  rules: string
  log: string
  of(row: Row): { rules: DrivingRulesValue | null; log: DrivingLogValue | null }
}

type DrivingColumn<Row> = Column<Row, Draft, Around>
type MakeColumn = <Row>(fields: DrivingFields<Row>) => DrivingColumn<Row>

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
} satisfies Record<DrivingLaw, TableWord>
const countWords = { driving: 'counts_driving', work: 'counts_work' } as const satisfies Record<string, TableWord>

interface Part<Value> {
  write(value: Value, around: Around): Cell
  read(text: string): Partial<Value>
  /** Value of an empty cell. */
  clear: Partial<Value>
}

function ofRules(word: TableWord, { write, read, clear }: Part<Rules>): MakeColumn {
  const put = (draft: Draft, part: Rules) => {
    draft.driving.rules = { ...draft.driving.rules, ...part }
  }
  return ({ rules: field, of }) => ({
    word,
    field,
    kind: 'text',
    write(row, around) {
      const { rules } = of(row)
      return rules && write(rules, around)
    },
    read: (text, draft) => put(draft, read(text)),
    clear: (draft) => put(draft, clear),
  })
}

function ofLog(word: TableWord, { write, read, clear }: Part<Log>): MakeColumn {
  const put = (draft: Draft, part: Log) => {
    draft.driving.log = { ...draft.driving.log, ...part }
  }
  return ({ log: field, of }) => ({
    word,
    field,
    kind: 'text',
    write(row, around) {
      const { log } = of(row)
      return log && write(log, around)
    },
    read: (text, draft) => put(draft, read(text)),
    clear: (draft) => put(draft, clear),
  })
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

const lengthOfLog = (field: LengthOfLog): MakeColumn =>
  ofLog(field, {
    write: ({ [field]: seconds }) => (seconds === undefined ? null : hoursAndMinutes(seconds)),
    read: (text) => ({ [field]: readHours(text) }),
    clear: { [field]: undefined },
  })

const makeColumns: readonly MakeColumn[] = [
  ofRules('law', {
    write: ({ law }, { say }) => law && say(lawWords[law]),
    read(text) {
      const law = drivingLaws.find((known) => text.toLowerCase() === known || readWord(lawWords[known], text))
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

export function drivingColumns<Row>(fields: DrivingFields<Row>): DrivingColumn<Row>[] {
  return makeColumns.map((make) => make(fields))
}

const shownOfLog: ReadonlySet<string> = new Set(['date', 'first_part_taken', ...lengthsOfLog])

/**
 * Both values as they are sent: what the row says over what the record has. Whoever empties the law or the day takes the whole value away. A
 * log of another day takes over what has a column, as it stands in the table; the rest was of the old day.
 */
export function drivingInput<Row>(
  { driving: { rules, log } }: Draft,
  { of, ...fields }: DrivingFields<Row>,
  row: Row | undefined,
): Record<string, DrivingRulesValue | DrivingLogValue | null> {
  const present = row && of(row)
  return {
    ...(rules && { [fields.rules]: wholeRules({ ...present?.rules, ...rules }) }),
    ...(log && { [fields.log]: wholeLog(log, present?.log ?? {}) }),
  }
}

function wholeRules(rules: Rules): DrivingRulesValue | null {
  const said = keepSaid(rules)
  if (said.law === undefined && 'law' in rules) return null
  // Parts of a rule of one's own mean nothing with another law.
  return (said.law === undefined || said.law === 'plain' ? said : { law: said.law }) as DrivingRulesValue
}

function wholeLog(log: Log, present: Log): DrivingLogValue | null {
  const isSameDay = log.date === undefined || log.date === present.date
  if (log.date === undefined && 'date' in log) return null
  const kept = Object.entries(present).filter(([part]) => isSameDay || shownOfLog.has(part))
  const said = keepSaid({ ...Object.fromEntries(kept), ...log })
  return Object.keys(said).some((part) => part !== 'date') ? (said as DrivingLogValue) : null
}

function keepSaid<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined && part !== null),
  ) as Partial<Value>
}
