// Limits concurrency: others wait for their turn.
import { Turns } from './turns.ts'

/** Runs at most `most` of the calls at a time, in the order in which they came. */
export function createLimit(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const turns = new Turns(most)
  return async (work) => {
    await turns.take()
    try {
      return await work()
    } finally {
      turns.giveBack()
    }
  }
}
