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
  /** The label of what was undone, or undefined when there was nothing. Throws what the service refused with. */
  undo(): Promise<string | undefined>
  redo(): Promise<string | undefined>
  reset(): void
}

const LONGEST = 200

export const useHistory = create<HistoryState>((set, get) => {
  const shift = async (from: 'past' | 'future', to: 'past' | 'future') => {
    const state = get()
    const step = state[from].at(-1)
    if (!step || state.isBusy) return undefined
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
    undo: () => shift('past', 'future'),
    redo: () => shift('future', 'past'),
    reset: () => set({ past: [], future: [], isBusy: false }),
  }
})
