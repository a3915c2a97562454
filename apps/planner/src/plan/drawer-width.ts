// How much of the views the drawer covers, so that what is selected is brought into the part that is seen.
import { useSelection } from './selection.ts'

/** Pixels at the right edge of the editor. */
export const DRAWER_WIDTH = { narrow: 340, wide: 400 } as const

/** Pixels; 0 while it is closed, and on a phone, where nothing is left to be seen beside it. */
export function coveredWidth({ isDrawerOpen, tab } = useSelection.getState()): number {
  const width = DRAWER_WIDTH[tab === 'details' ? 'narrow' : 'wide']
  return isDrawerOpen && width * 1.5 < window.innerWidth ? width : 0
}

export function useCoveredWidth(): number {
  return useSelection(coveredWidth)
}
