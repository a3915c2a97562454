// Long computations on the event loop in short turns, so that requests are answered in between.
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of computing before other work of the process gets its turn. */
const turnMilliseconds = 8

/** Returns a function to await periodically: it yields to other work when the turn is over. */
export function startTurns(): () => Promise<void> | undefined {
  let turnEnds = performance.now() + turnMilliseconds
  return () => {
    if (performance.now() <= turnEnds) return undefined
    return setImmediate().then(() => {
      turnEnds = performance.now() + turnMilliseconds
    })
  }
}
