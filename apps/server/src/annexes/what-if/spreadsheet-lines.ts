// The basis of figures for days from a spreadsheet, sentence by sentence, in the reader's language.
import type { LeftOutRows, Replay, SpreadsheetAssumptions } from '@routewright/contract'
import type { LanguageCode } from '../../frame/platform/languages.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'

const words = readWords('replay')
type Word = keyof (typeof words)['en']

/** Most lines of the file that are named. */
const linesShown = 12

type Say = (word: Word, values?: Record<string, string | number>) => string

/** Says a word with numbers as the language writes them. */
export function sayIn(language: LanguageCode): Say {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return (word, values = {}) =>
    fillWords(words[language][word], (name) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? number.format(value) : value
    })
}

/** Returns the sentences; none for days of plans, and before there is a result. */
export function spreadsheetLines(replay: Replay, language: LanguageCode): string[] {
  const { spreadsheet: asked, assumptions, days = [] } = replay
  const told = assumptions?.spreadsheet
  if (!asked || !told) return []
  const say = sayIn(language)
  const late = days.reduce((sum, day) => sum + (day.told?.late ?? 0), 0)
  const timed = days.reduce((sum, day) => sum + (day.told?.stops ?? 0), 0)
  return [
    ...rowLines(told, say),
    ...orderLines(told, say),
    ...workLines(told, say),
    ...(timed > 0 ? [say('sheet_told', { late, stops: timed })] : []),
    ...vanLines(asked, told, say),
    say('sheet_both'),
    say('sheet_after'),
    say('rests_played'),
    say(assumptions.roads ? 'rests_roads' : 'rests_straight'),
    ...columnLines(asked, say),
  ]
}

type Asked = NonNullable<Replay['spreadsheet']>

function rowLines({ used, rows, left_out, doubtful }: SpreadsheetAssumptions, say: Say): string[] {
  return [
    say('sheet_rows', { used, rows }),
    ...left_out.map((entry) => say(`sheet_${entry.reason}`, countedLines(entry, say))),
    ...(doubtful.count > 0 ? [say('sheet_doubtful', countedLines(doubtful, say))] : []),
    say('sheet_doors'),
  ]
}

function countedLines({ count, lines }: Pick<LeftOutRows, 'count' | 'lines'>, say: Say) {
  const shown = lines.slice(0, linesShown).join(', ')
  const rest = count > Math.min(lines.length, linesShown) ? ' …' : ''
  return { count, lines: say(count === 1 ? 'sheet_line' : 'sheet_lines', { lines: `${shown}${rest}` }) }
}

function orderLines({ order, unnamed, unnamed_days, vehicles_per_day = 1 }: SpreadsheetAssumptions, say: Say) {
  return [
    say('sheet_order', order),
    ...(order.row > 0 ? [say('sheet_as_in_file')] : []),
    ...(unnamed > 0 ? [say('sheet_unnamed', { count: unnamed })] : []),
    ...(unnamed_days > 0 ? [say('sheet_unnamed_days', { count: unnamed_days, parts: vehicles_per_day })] : []),
  ]
}

function workLines({ without_duration, duration, used, without_windows }: SpreadsheetAssumptions, say: Say): string[] {
  const minutes = duration / 60
  return [
    ...(without_duration > 0 ? [say('sheet_duration', { minutes, count: without_duration, used })] : []),
    ...(without_windows > 0 ? [say('sheet_windows', { count: without_windows })] : []),
  ]
}

function vanLines({ assumed }: Asked, told: SpreadsheetAssumptions, say: Say): string[] {
  const { depot, time_window, max_weight, max_volume, fuel_type, consumption } = told
  const { price_per_minute: minute = 0, price_per_distance: distance = 0 } = assumed
  const place = depot && (depot.label ?? `${depot.lat}, ${depot.lng}`)
  return [
    say(assumed.time_window ? 'sheet_hours' : 'sheet_hours_taken', { hours: time_window.map(clockTime).join('–') }),
    place === undefined ? say('sheet_no_depot') : say('sheet_depot', { place }),
    ...(max_weight === undefined
      ? []
      : [say(assumed.max_weight === undefined ? 'sheet_weight_taken' : 'sheet_weight', { weight: max_weight })]),
    ...(max_volume === undefined
      ? []
      : [say(assumed.max_volume === undefined ? 'sheet_volume_taken' : 'sheet_volume', { volume: max_volume })]),
    ...(max_weight === undefined && max_volume === undefined ? [say('sheet_no_load')] : []),
    minute + distance > 0 ? say('sheet_prices', { hour: 60 * minute, distance }) : say('rests_unpriced'),
    consumption === undefined
      ? say('sheet_fuel_usual', { fuel: fuel_type })
      : say('sheet_fuel', { fuel: fuel_type, consumption }),
  ]
}

function columnLines({ columns = [] }: Asked, say: Say): string[] {
  if (columns.length === 0) return []
  return [say('sheet_columns', { columns: columns.map(({ title, meaning }) => `${title} = ${meaning}`).join('; ') })]
}

/** Returns the requested changes, sentence by sentence; none where there are none. */
export function otherSpreadsheetLines({ other }: Asked, language: LanguageCode): string[] {
  const say = sayIn(language)
  const { vehicles = 0, time_window, depot } = other
  return [
    ...(vehicles === 0 ? [] : [say('other_vehicles', { change: `${vehicles < 0 ? '−' : '+'}${Math.abs(vehicles)}` })]),
    ...(time_window ? [`${say('other_hours')}: ${time_window.map(clockTime).join('–')}`] : []),
    ...(depot ? [`${say('other_depot')}: ${depot.label ?? `${depot.lat}, ${depot.lng}`}`] : []),
  ]
}

/** 8:00, as tables to take away have it in every language. */
export function clockTime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
