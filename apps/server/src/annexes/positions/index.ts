// Positions that trackers send.
import type { Annex } from '../annexes.ts'
import { mountPositions } from './positions.http.ts'
import { cleanUpPositionSources } from './positions.ts'

export const positions: Annex = {
  name: 'positions',
  mount: mountPositions,
  cleanUp: cleanUpPositionSources,
}
