// Common properties of every part of the page.
import type { TrackingView } from '@routewright/contract'
import type { Say } from '../words/words.ts'

export interface PartProps {
  view: TrackingView
  say: Say
  setView: (view: TrackingView) => void
}
