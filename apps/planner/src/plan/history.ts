// Undo and redo: each step knows how to take itself back, and what it answers takes that back again.
import { create } from 'zustand'

export interface Step {
  /** Said in the notice and the tooltip, already in the reader's language. */
  label: string
  /** Takes the change back; answers the step that brings it again. */
  takeBack(): Promise<Step>
}

interface HistoryState {
  past: readonly Step[]
  future: readonly Step[]
  isBusy: boolean
  note(step: Step): void
  /** Runs an edit after those under way; undo and redo wait for it, so that they take back this one and not the one before. */
  during<T>(edit: () => Promise<T>): Promise<T>
  /** The label of what was undone, or undefined when there was nothing. Throws what the service refused with. */
  undo(): Promise<string | undefined>
  redo(): Promise<string | undefined>
  reset(): void
}

const LONGEST = 200

export const useHistory = create<HistoryState>((set, get) => {
  /** Quick presses wait for each other, and for edits under way, instead of being lost. */
  let latest: Promise<unknown> = Promise.resolve()
  const shift = (from: 'past' | 'future', to: 'past' | 'future') => {
    const mine = latest.then(() => shiftNow(from, to))
    latest = mine.catch(() => undefined)
    return mine
  }
  const shiftNow = async (from: 'past' | 'future', to: 'past' | 'future') => {
    const step = get()[from].at(-1)
    if (!step) return undefined
    set({ isBusy: true })
    try {
      const inverse = await step.takeBack()
      set((now) => ({ ...now, [from]: now[from].slice(0, -1), [to]: [...now[to], inverse] }))
      return step.label
    } finally {
      set({ isBusy: false })
    }
  }
  return {
    past: [],
    future: [],
    isBusy: false,
    note: (step) => set(({ past }) => ({ past: [...past, step].slice(-LONGEST), future: [] })),
    during: (edit) => {
      const mine = latest.then(edit)
      latest = mine.catch(() => undefined)
      return mine
    },
    undo: () => shift('past', 'future'),
    redo: () => shift('future', 'past'),
    reset: () => {
      // What still waits belongs to another plan.
      latest = Promise.resolve()
      set({ past: [], future: [], isBusy: false })
    },
  }
})
