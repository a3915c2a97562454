// A scope for a rule where a bench has a database and no service around it: straight lines, and no jobs.

import type { Surroundings, Tx } from '../../apps/server/src/frame/platform/scope.ts'
import { straightLines } from '../../apps/server/src/geography/travel/straight-lines.ts'

export function bareSurroundings(tx: Tx, now: Date): Surroundings {
  return {
    tx,
    now,
    publicBase: '',
    travel: straightLines,
    ports: { happenings: [], liveChanges: {}, pageParts: [] },
    jobs: { send: async () => null, sendEach: async () => {}, forget: async () => {} },
  }
}
