// The optimization of the plan on screen, whoever started it.
import * as operations from '@routewright/client/operations'
import type { LiveOptimization, OptimizationRun, PlanComparison, PlanGoal } from '@routewright/contract'
import { create } from 'zustand'
import { call } from '../shell/service.ts'
import { usePlanStore } from './plan-store.ts'
import { useSelection } from './selection.ts'

interface RunState {
  run: OptimizationRun | undefined
  /** Which of the two the views show while a result waits. */
  side: 'before' | 'after'
  /** Which of the plans found is shown, and applied if wanted. */
  goal: PlanGoal
  /** The next automatic step: a run, or, for a fresh plan that is led from step to step, a run and then the dispatch. */
  next: 'start' | 'start_and_send' | 'send' | undefined
  show(side: 'before' | 'after'): void
  choose(goal: PlanGoal): void
  lead(next: RunState['next']): void
  set(run: OptimizationRun | undefined): void
  /** Something happened to a run: read how it stands. */
  onEvent(event: Pick<LiveOptimization, 'run_id' | 'status' | 'progress'>): void
  refresh(runId: string): Promise<void>
}

const reading = new Set<string>()

/** A run is searching, or its result waits to be applied or discarded. */
export function isAlive(run: OptimizationRun | undefined): boolean {
  return run?.state === 'running' || run?.state === 'ready'
}

/** Optimizes at once, or shows the run that there is, whoever started it. */
export function optimizeNow(next: 'start' | 'start_and_send' = 'start'): void {
  const { run, lead } = useRunState.getState()
  if (!isAlive(run) && !isAlive(usePlanStore.getState().editor?.optimization)) lead(next)
  useSelection.getState().show('optimize')
}

/** Comparison of the chosen one of the plans found. */
export function chosenComparison(
  { comparison, alternatives }: OptimizationRun,
  goal: PlanGoal,
): PlanComparison | undefined {
  return alternatives?.find((alternative) => alternative.goal === goal)?.comparison ?? comparison
}

export const useRunState = create<RunState>((set, get) => ({
  run: undefined,
  side: 'after',
  goal: 'cheapest',
  next: undefined,
  show: (side) => set({ side }),
  choose: (goal) => set({ goal, side: 'after' }),
  lead: (next) => set({ next }),
  set: (run) => set((held) => (held.run?.id === run?.id ? { run } : { run, side: 'after', goal: 'cheapest' })),
  onEvent(event) {
    const { run } = get()
    if (run?.id === event.run_id && event.status === 'in progress') {
      set({ run: { ...run, progress: Math.max(run.progress, event.progress) } })
    } else void get().refresh(event.run_id)
  },
  async refresh(runId) {
    const planId = usePlanStore.getState().planId
    if (!planId || reading.has(runId)) return
    reading.add(runId)
    try {
      const input = { plan_id: planId, run_id: runId }
      const run = await call(operations.getOptimization, input, { once: true })
      const held = get().run
      // News of an earlier run must not take the place of a later one, nor bring back what was thrown away.
      const isLatest = !held || held.id === run.id || held.started_at < run.started_at
      if (usePlanStore.getState().planId === planId && isLatest && (isAlive(run) || held?.id === run.id)) get().set(run)
    } catch {
      // The next event or poll asks again.
    } finally {
      reading.delete(runId)
    }
  },
}))
