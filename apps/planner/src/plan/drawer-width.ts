// How much of the views the drawer covers, so that what is selected is brought into the part that is seen.
import { useSelection } from './selection.ts'

/** Pixels at the right edge of the editor. */
export const DRAWER_WIDTH = { narrow: 340, wide: 400 } as const

/** Pixels; 0 while it is closed. */
export function coveredWidth({ isDrawerOpen, tab } = useSelection.getState()): number {
  return isDrawerOpen ? DRAWER_WIDTH[tab === 'details' ? 'narrow' : 'wide'] : 0
}

export function useCoveredWidth(): number {
  return useSelection(coveredWidth)
}
