// Which time of the plan's day is looked at: what the clock says, or another one that the reader moved it to.
import { create } from 'zustand'

/** Seconds of the plan's day; undefined while vans are shown where they are now. */
export const useShownMoment = create<{ seconds: number | undefined }>(() => ({ seconds: undefined }))

export function showMoment(seconds: number | undefined): void {
  useShownMoment.setState({ seconds })
}
