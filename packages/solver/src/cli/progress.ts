/** Where a command writes, and the line on which it tells how far a search is. */
import type { Progress } from '../solve.ts'

/** Where a command writes: process.stdout and process.stderr fit. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
  /** Moment the command began, on the clock of performance.now(); the budget counts from it. Default: now. */
  readonly startedAtMs?: number
  /** Over shared memory: element 0 made non-zero ends the search, and the best so far is printed. */
  readonly cancel?: Int32Array
}

/** The budget that the service itself uses by size. */
export function chooseSeconds(stopCount: number): number {
  if (stopCount <= 200) return 10
  return stopCount <= 1000 ? 30 : 60
}

/** A line on the terminal that is written over again and again; nothing where the output is no terminal. */
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
