// The plan on screen: loaded once, then kept up by answers to edits and by the live stream.
import * as operations from '@routewright/client/operations'
import type { EditorState } from '@routewright/contract'
import { create } from 'zustand'
import { call } from '../shell/service.ts'
import { type PlanChange, type PlanData, readBoard, withChange } from './plan-data.ts'

interface PlanState {
  planId: string | undefined
  data: PlanData | undefined
  /** Pins, figures, origin and latest run; missing until it was read. */
  editor: EditorState | undefined
  error: unknown
  load(planId: string): Promise<void>
  reload(): Promise<void>
  apply(change: PlanChange): void
  refreshEditor(): Promise<void>
}

/** Loads that were overtaken by a later one must not win. */
let latestLoad = 0
/** Changes that arrived while a plan is being read: they may be newer than the plan. */
let meanwhile: PlanChange[] | undefined

export const usePlanStore = create<PlanState>((set, get) => ({
  planId: undefined,
  data: undefined,
  editor: undefined,
  error: undefined,
  async load(planId) {
    if (get().planId !== planId) set({ planId, data: undefined, editor: undefined })
    await get().reload()
  },
  async reload() {
    const { planId } = get()
    if (!planId) return
    latestLoad += 1
    const mine = latestLoad
    const known: PlanChange[] = []
    meanwhile = known
    set({ error: undefined })
    const isRefreshed = get().refreshEditor()
    try {
      const board = await call(operations.getPlanBoard, { plan_id: planId })
      if (mine === latestLoad) set({ data: known.reduce(withChange, readBoard(board)) })
    } catch (error) {
      if (mine === latestLoad) set({ error })
    }
    if (meanwhile === known) meanwhile = undefined
    await isRefreshed
  },
  apply(change) {
    meanwhile?.push(change)
    const { data } = get()
    if (data) set({ data: withChange(data, change) })
  },
  async refreshEditor() {
    const { planId } = get()
    if (!planId) return
    try {
      const editor = await call(operations.getEditorState, { plan_id: planId })
      if (get().planId === planId) set({ editor })
    } catch {
      // The plan can be edited without its figures.
    }
  },
}))

/** The plan; only below the screen that waits until it is there. */
export function usePlanData(): PlanData {
  return usePlanStore((state) => state.data)!
}

export function currentPlan(): PlanData {
  return usePlanStore.getState().data!
}
