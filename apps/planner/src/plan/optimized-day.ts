// Runs that the service started by itself, as a stream told them, each once.
import type { LiveOptimization } from '@routewright/contract'
import { create } from 'zustand'

/** A run of which nobody was told yet. */
export const useOptimizedDay = create<{ runId: string | undefined }>(() => ({ runId: undefined }))

/** A stream that was opened again repeats what was told shortly before. */
const heard = new Set<string>()

/** The stream told of a run that the service began; while it searches nothing happens to the plan. */
export function noteOptimizedDay({ run_id, status }: Pick<LiveOptimization, 'run_id' | 'status'>): void {
  if (status !== 'success' || heard.has(run_id)) return
  heard.add(run_id)
  useOptimizedDay.setState({ runId: run_id })
}
