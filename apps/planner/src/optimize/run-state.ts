// The optimization of the plan on screen, whoever started it.
import type { LiveOptimization, OptimizationRun } from '@routewright/contract'
import { create } from 'zustand'
import { usePlanStore } from '../editor/plan-store.ts'
import { call } from '../shell/service.ts'

interface RunState {
  run: OptimizationRun | undefined
  set(run: OptimizationRun | undefined): void
  /** Something happened to a run: read how it stands. */
  onEvent(event: LiveOptimization): void
  refresh(): Promise<void>
}

let isReading = false

export const useRunState = create<RunState>((set, get) => ({
  run: undefined,
  set: (run) => set({ run }),
  onEvent(event) {
    const { run } = get()
    if (run?.id === event.run_id && event.status === 'in progress') {
      set({ run: { ...run, progress: Math.max(run.progress, event.progress) } })
    } else void get().refresh()
  },
  async refresh() {
    if (isReading) return
    isReading = true
    try {
      const planId = usePlanStore.getState().planId
      const latest = usePlanStore.getState().editor?.optimization
      const id = get().run?.id ?? latest?.id
      if (!planId) return
      if (!id) {
        await usePlanStore.getState().refreshEditor()
        set({ run: usePlanStore.getState().editor?.optimization })
        return
      }
      const run = await call(
        'GET /app/v1/plan/{plan_id}/optimization/{run_id}',
        { plan_id: planId, run_id: id },
        { once: true },
      )
      if (usePlanStore.getState().planId === planId) set({ run })
    } catch {
      // The next event or poll asks again.
    } finally {
      isReading = false
    }
  },
}))
