// The optimization of the plan on screen, whoever started it.
import * as operations from '@routewright/client/operations'
import type { LiveOptimization, OptimizationRun } from '@routewright/contract'
import { create } from 'zustand'
import { call } from '../shell/service.ts'
import { usePlanStore } from './plan-store.ts'

interface RunState {
  run: OptimizationRun | undefined
  /** Which of the two the views show while a result waits. */
  side: 'before' | 'after'
  /** A fresh plan is led from step to step: what comes next by itself. */
  next: 'start' | 'send' | undefined
  show(side: 'before' | 'after'): void
  lead(next: RunState['next']): void
  set(run: OptimizationRun | undefined): void
  /** Something happened to a run: read how it stands. */
  onEvent(event: Pick<LiveOptimization, 'run_id' | 'status' | 'progress'>): void
  refresh(runId: string): Promise<void>
}

const reading = new Set<string>()

export const useRunState = create<RunState>((set, get) => ({
  run: undefined,
  side: 'after',
  next: undefined,
  show: (side) => set({ side }),
  lead: (next) => set({ next }),
  set: (run) => set((held) => ({ run, side: held.run?.id === run?.id ? held.side : 'after' })),
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
      const isAlive = run.state === 'running' || run.state === 'ready'
      if (usePlanStore.getState().planId === planId && isLatest && (isAlive || held?.id === run.id)) get().set(run)
    } catch {
      // The next event or poll asks again.
    } finally {
      reading.delete(runId)
    }
  },
}))
