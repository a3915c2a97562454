// Writes what became of the planted faults: a line each as it goes, then survivors, rooms and the sum.

import type { DrawnFault } from './draw.ts'
import { showLine } from './faults.ts'
import type { HarmlessFault } from './harmless.ts'
import type { Verdict } from './judge.ts'
import type { Room } from './product-files.ts'

export interface JudgedFault extends Verdict {
  room: string
  file: string
  line: number
  kind: string
  before: string
  after: string
  /** Why nothing that anybody can observe changes, where it is listed so. */
  harmless?: string
}

/** Joins a fault and its verdict with what is known of it. */
export function describeFault(
  { room, file, fault }: DrawnFault,
  verdict: Verdict,
  known: readonly HarmlessFault[],
): JudgedFault {
  const shown = showLine(file.text, fault)
  const judged = { room, file: file.path, line: fault.line, kind: fault.kind, ...shown, ...verdict }
  const entry = known.find((harmless) => fits(harmless, judged))
  return entry ? { ...judged, harmless: entry.why } : judged
}

function fits(entry: HarmlessFault, fault: Pick<JudgedFault, 'file' | 'kind' | 'before' | 'after'>): boolean {
  if (entry.file !== fault.file || entry.kind !== fault.kind || entry.line !== fault.before) return false
  return entry.after === undefined || entry.after === fault.after
}

/** One line for a fault that was just judged. */
export function writeFault(fault: JudgedFault): string {
  const seconds = `${(fault.milliseconds / 1_000).toFixed(1)} s`
  const place = `${fault.room}  ${fault.file}:${fault.line}  ${fault.kind}  ${seconds}`
  if (fault.outcome === 'killed')
    return `killed     ${place}  by ${[fault.killer, fault.by].filter(Boolean).join(': ')}`
  if (fault.harmless) return `harmless   ${place}`
  if (fault.outcome === 'not_asked') return `not asked  ${place}`
  const left = fault.left > 0 ? `, ${fault.left} left for want of time` : ''
  return `SURVIVED   ${place}  ${fault.passed} test files passed${left}`
}

/** Everything that is said at the end. */
export function writeSummary(faults: readonly JudgedFault[], rooms: readonly Room[]): string {
  const survivors = faults.filter(({ outcome, harmless }) => outcome !== 'killed' && !harmless)
  return [
    '',
    'What no test noticed:',
    ...survivors.map(writeSurvivor),
    '',
    `${'room'.padEnd(34)} lines planted killed harmless not asked  share`,
    ...rooms.flatMap(({ name, lines }) => {
      const own = faults.filter(({ room }) => room === name)
      return own.length > 0 ? writeRow(name, lines, own) : []
    }),
    writeRow(
      'all',
      rooms.reduce((sum, { lines }) => sum + lines, 0),
      faults,
    ),
  ].join('\n')
}

/** Entries of the list of harmless faults whose line is no longer in its file. */
export function listStale(known: readonly HarmlessFault[], rooms: readonly Room[]): HarmlessFault[] {
  const texts = new Map(rooms.flatMap(({ files }) => files.map(({ path, text }) => [path, text] as const)))
  return known.filter(({ file, line }) => !texts.get(file)?.includes(line))
}

/** The share of the faults that can be noticed which were: 0 to 1, 1 where there are none. */
export function shareKilled(faults: readonly JudgedFault[]): number {
  const counted = faults.filter(({ harmless, outcome }) => outcome === 'killed' || !harmless)
  return counted.length === 0 ? 1 : counted.filter(({ outcome }) => outcome === 'killed').length / counted.length
}

function writeSurvivor(fault: JudgedFault): string {
  const note = fault.outcome === 'not_asked' ? ' (no test of those that ran reaches it)' : ''
  return `${fault.file}:${fault.line} ${fault.kind}${note}\n    - ${fault.before}\n    + ${fault.after}`
}

function writeRow(name: string, lines: number, faults: readonly JudgedFault[]): string {
  const count = (is: (fault: JudgedFault) => boolean, width: number) => String(faults.filter(is).length).padStart(width)
  return [
    name.padEnd(32),
    String(lines).padStart(7),
    count(() => true, 7),
    count(({ outcome }) => outcome === 'killed', 6),
    count(({ outcome, harmless }) => outcome !== 'killed' && harmless !== undefined, 8),
    count(({ outcome, harmless }) => outcome === 'not_asked' && !harmless, 9),
    `${Math.round(shareKilled(faults) * 100)} %`.padStart(6),
  ].join(' ')
}
