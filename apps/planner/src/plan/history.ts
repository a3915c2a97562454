// Undo and redo: each step knows how to take itself back, and returns the step that takes that back again. Steps that moved stops are
// kept in this tab, so that they can be taken back after a reload too.
import type { Arrangement } from '@routewright/contract'
import { create } from 'zustand'
import type { Postponed } from './postpone.ts'

/** The part of a step that survives a reload. */
export interface KeptStep {
  /** Said in the notice and the tooltip, already in the reader's language. */
  label: string
  /** Body that undoes the step, where one call is enough. */
  arrangement?: Arrangement
  /** Stops that went to another day. */
  postponed?: Postponed
}

export interface Step extends KeptStep {
  /** Takes the change back; returns the step that brings it again. */
  takeBack(): Promise<Step>
}

type ReviveStep = (kept: KeptStep) => Step | undefined

interface HistoryState {
  /** The plan whose steps they are. */
  planId: string | undefined
  past: readonly Step[]
  future: readonly Step[]
  isBusy: boolean
  note(step: Step): void
  /** Runs an edit after those under way; undo and redo wait for it, so that they take back this one and not the one before. */
  during<T>(edit: () => Promise<T>): Promise<T>
  /** The label of what was undone, or undefined when there was nothing. Throws what the service refused with. */
  undo(): Promise<string | undefined>
  redo(): Promise<string | undefined>
  /** Begins with what this tab has kept of the plan. */
  open(planId: string, revive: ReviveStep): void
  /** Forgets all steps, those that were kept too. */
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
    planId: undefined,
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
    open: (planId, revive) => {
      // The waiting steps belong to another plan.
      latest = Promise.resolve()
      set({ planId, ...readKept(planId, revive), isBusy: false })
    },
    reset: () => set({ past: [], future: [] }),
  }
})

useHistory.subscribe(({ planId, past, future }, before) => {
  if (planId && (past !== before.past || future !== before.future)) keep(planId, { past, future })
})

type Steps = Pick<HistoryState, 'past' | 'future'>
/** Steps of large plans are long, and a tab may keep some megabytes: the more do not fit, the fewer are kept. */
const keptCounts = [20, 5, 1, 0]

function keep(planId: string, { past, future }: Steps): void {
  const kept = (steps: readonly Step[], count: number) =>
    steps
      .flatMap(({ takeBack: _, ...step }): KeptStep[] => (step.arrangement || step.postponed ? [step] : []))
      .filter((_, index, all) => index >= all.length - count)
  for (const count of keptCounts) {
    try {
      const text = JSON.stringify({ past: kept(past, count), future: kept(future, count) })
      sessionStorage.setItem(`history.${planId}`, text)
      return
    } catch {
      // No room: with fewer it may fit.
    }
  }
}

function readKept(planId: string, revive: ReviveStep): Steps {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`history.${planId}`) ?? '{}') as Partial<
      Record<keyof Steps, KeptStep[]>
    >
    const steps = (some: KeptStep[] = []) => some.flatMap((step) => revive(step) ?? [])
    return { past: steps(kept.past), future: steps(kept.future) }
  } catch {
    return { past: [], future: [] }
  }
}
