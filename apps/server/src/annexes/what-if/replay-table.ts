// A replay as a table to take away: a line for each day and side, the sums, and below them what the figures rest on.
import type { Replay, ReplayFigures } from '@routewright/contract'
import type { LanguageCode } from '../../frame/platform/languages.ts'
import type { Cell, Table } from '../../frame/platform/table-file.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'
import { clockTime, otherSpreadsheetLines, spreadsheetLines } from './spreadsheet-lines.ts'

const words = readWords('replay')
type Word = keyof (typeof words)['en']

const metersPerMile = 1_609.344

/** Names of the requested vehicles and depot. */
export interface AskedNames {
  nameOf(vehicleId: string): string
  depot: string | undefined
}

export function replayTable(
  replay: Replay,
  names: AskedNames,
  { language, isImperial }: { language: LanguageCode; isImperial: boolean },
): Table {
  const say = (word: Word) => fillWords(words[language][word], () => (isImperial ? 'mi' : 'km'))
  const columns = listColumns(isImperial ? metersPerMile : 1_000)
  const line = (name: string, label: string, side: 'before' | 'after', figures: ReplayFigures): Cell[] => [
    ...[name, label, say(side)],
    ...columns.map(([, write]) => write(figures)),
  ]
  const { days = [], before, after, assumptions } = replay
  const restLines = () =>
    replay.spreadsheet ? spreadsheetLines(replay, language) : assumptionWords(assumptions).map(say)
  return {
    name: `${say('title')} ${replay.asked.from.slice(0, 10)}`,
    columns: [
      ...(['day', 'plan', 'side'] as const).map((word) => ({ title: say(word), kind: 'text' as const })),
      ...columns.map(([word]) => ({ title: say(word), kind: 'number' as const })),
    ],
    batches: [
      days.flatMap(({ date, label = '', ...day }) => [
        line(date, label, 'before', day.before),
        line(date, label, 'after', day.after),
      ]),
      before && after ? [line(say('total'), '', 'before', before), line(say('total'), '', 'after', after)] : [],
      otherLines(names, replay, say, language).map((line) => [line]),
      [[say('rests')], ...restLines().map((line) => [line])],
    ],
  }
}

/** Returns the differences from the real days, by name. */
function otherLines(
  { nameOf, depot }: AskedNames,
  { asked, spreadsheet }: Replay,
  say: (word: Word) => string,
  language: LanguageCode,
): string[] {
  const { without_vehicle_ids: without = [], added = [], time_window: window } = asked
  const lines = [
    ...(spreadsheet ? otherSpreadsheetLines(spreadsheet, language) : []),
    ...(without.length > 0 ? [`${say('other_without')}: ${without.map(nameOf).join(', ')}`] : []),
    ...added.map(({ vehicle_id, count }) => `${say('other_added')} ${nameOf(vehicle_id)}: ${count}`),
    ...(window ? [`${say('other_hours')}: ${window.map(clockTime).join('–')}`] : []),
    ...(depot === undefined ? [] : [`${say('other_depot')}: ${depot}`]),
  ]
  return lines.length > 0 ? lines : [say('other_nothing')]
}

function assumptionWords(assumptions: Replay['assumptions']): Word[] {
  return [
    ...(['rests_before', 'rests_after', 'rests_stops', 'rests_played', 'rests_money', 'rests_emissions'] as const),
    assumptions?.roads ? 'rests_roads' : 'rests_straight',
    ...(assumptions?.priced ? [] : (['rests_unpriced'] as const)),
  ]
}

function listColumns(metersPerUnit: number): [word: Word, write: (figures: ReplayFigures) => Cell][] {
  return [
    ['vehicles', (entry) => entry.vehicles],
    ['stops', (entry) => entry.stops],
    ['unassigned', (entry) => entry.unassigned],
    ['distance', (entry) => rounded(entry.distance / metersPerUnit)],
    ['straight_distance', (entry) => rounded((entry.straight_distance ?? 0) / metersPerUnit)],
    ['driving', (entry) => rounded(entry.travel_time / 3_600)],
    ['hours', (entry) => rounded(entry.duration / 3_600)],
    ['overtime', (entry) => rounded(entry.overtime_seconds / 3_600)],
    ['kept', (entry) => Math.floor(1_000 * entry.kept_share + 1e-6) / 10],
    ['cost', (entry) => entry.cost],
    ['emissions', (entry) => entry.emissions],
  ]
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
