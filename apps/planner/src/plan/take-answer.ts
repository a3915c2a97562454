// Brings what the service answered to an edit into the plan on screen.
import type { EditAnswer } from '@routewright/contract'
import { currentPlan, usePlanStore } from './plan-store.ts'

/** Id of the plan on screen. */
export const planId = () => currentPlan().plan.id

export function takeAnswer(answer: EditAnswer): void {
  const { data, apply } = usePlanStore.getState()
  if (!data) return
  apply({ routes: answer.routes, stops: answer.stops })
  void usePlanStore.getState().refreshEditor()
}
