/** Output streams of a command, and its progress line. */
import type { Progress } from '../solve.ts'

/** Output streams of a command; process.stdout and process.stderr fit. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
  /** Start of the command, on the clock of performance.now(); the time budget counts from it. Default: now. */
  readonly startedAtMs?: number
  /** In shared memory: a non-zero element 0 ends the search, and the best plan so far is printed. */
  readonly cancel?: Int32Array
}

/** The time budget that the service itself uses for this size; a minute for each 5,000 stops above that. */
export function chooseSeconds(stopCount: number): number {
  if (stopCount <= 200) return 10
  return stopCount <= 1000 ? 30 : 60 * Math.max(1, Math.ceil(stopCount / 5_000))
}

/** Shows a line on the terminal that is overwritten with each progress; does nothing when the output is no terminal. */
export function showProgress(
  { stderr }: CommandIo,
  startedAtMs: number,
): { onProgress(progress: Progress): void; clear(): void } {
  const isShown = stderr.isTTY === true
  return {
    onProgress({ iterations, cost, unassigned }) {
      if (!isShown) return
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
      const line = `${seconds} s  ${iterations} iterations  cost ${Math.round(cost)}  unassigned ${unassigned}`
      stderr.write(`\r\x1b[2K${line}`)
    },
    clear() {
      if (isShown) stderr.write('\r\x1b[2K')
    },
  }
}
