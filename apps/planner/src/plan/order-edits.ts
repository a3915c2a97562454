// Edits of which stop is served by which route and in what order, with what holds stops and routes where they are. Every edit
// goes to the service, brings its response into the plan on screen, and leaves an undo step.
import * as operations from '@routewright/client/operations'
import type { Arrangement, EditAnswer, PlanGoal, PlannedMove, ReassignRequest, Remedy } from '@routewright/contract'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { planId, takeAnswer } from './take-answer.ts'

/** The step that restores an arrangement; doing it gives the arrangement of before it. */
export function arrangementStep(label: string, arrangement: Arrangement): Step {
  return {
    label,
    arrangement,
    async takeBack() {
      const answer = await call(operations.arrangePlan, { plan_id: planId(), body: arrangement })
      takeAnswer(answer)
      const gone = arrangement.restore?.deleted?.filter(({ deleted }) => deleted).map(({ stop_id }) => stop_id)
      if (gone) usePlanStore.getState().apply({ removed_stops: gone })
      return arrangementStep(label, answer.undo ?? { routes: [] })
    },
  }
}

function finish(label: string, answer: EditAnswer): EditAnswer {
  takeAnswer(answer)
  if (answer.undo) useHistory.getState().note(arrangementStep(label, answer.undo))
  return answer
}

/** An edit of orders: with `preview` only looked at. */
export type OrderEdit = (preview: boolean, signal?: AbortSignal) => Promise<EditAnswer>

/** Makes the edit, on screen too. */
export async function makeEdit(label: string, edit: OrderEdit): Promise<EditAnswer> {
  return finish(label, await edit(false))
}

/** How an edit is sent: one that is only looked at may be given up, and is not tried again. */
export const sending = (preview: boolean, signal?: AbortSignal) =>
  preview ? { once: true, ...(signal && { signal }) } : {}

/** Refused when somebody else changed one of the stops since it was shown here. */
export function moving(moves: PlannedMove[]): OrderEdit {
  return (preview, signal) => {
    const body = { moves, partial: true }
    if (preview) return call(operations.previewMove, { plan_id: planId(), body }, sending(preview, signal))
    const { stops } = currentPlan()
    const ids = moves.flatMap((move) => move.stop_ids)
    const seen = ids.flatMap((id) => (stops.has(id) ? [[id, stops.get(id)!.updated_at]] : []))
    return call(operations.movePlanStops, {
      plan_id: planId(),
      body: { ...body, if_updated_at: Object.fromEntries(seen) },
    })
  }
}

/** `routeIds`: only on these. */
export function inserting(stopIds: readonly string[], routeIds?: readonly string[]): OrderEdit {
  const body = {
    stop_ids: [...stopIds],
    allow_broken_rules: false,
    ...(routeIds && { route_ids: [...routeIds] }),
  }
  return (preview, signal) =>
    call(operations.insertStops, { plan_id: planId(), preview, body }, sending(preview, signal))
}

/** A stop that was not delivered is tried again today, where it fits best. */
export function tryingAgain(stop_id: string): OrderEdit {
  return (preview, signal) => call(operations.tryStopAgain, { stop_id, preview }, sending(preview, signal))
}

export function reversing(route_id: string): OrderEdit {
  return (preview, signal) => call(operations.reverseRoute, { route_id, preview }, sending(preview, signal))
}

export function swapping(route_id: string, otherId: string): OrderEdit {
  const body = { route_id: otherId }
  return (preview, signal) => call(operations.swapRoutes, { route_id, preview, body }, sending(preview, signal))
}

export function splitting(route_id: string, at_stop_id: string): OrderEdit {
  const body = { at_stop_id }
  return (preview, signal) => call(operations.splitRoute, { route_id, preview, body }, sending(preview, signal))
}

export function merging(route_id: string, otherId: string): OrderEdit {
  const body = { route_id: otherId, in_best_places: true }
  return (preview, signal) => call(operations.mergeRoutes, { route_id, preview, body }, sending(preview, signal))
}

export function reassigning(route_id: string, body: ReassignRequest): OrderEdit {
  return (preview, signal) => call(operations.reassignRoute, { route_id, preview, body }, sending(preview, signal))
}

export function remedying(stop_id: string, body: Remedy): OrderEdit {
  return (preview, signal) => call(operations.applyRemedy, { stop_id, preview, body }, sending(preview, signal))
}

export async function applyOptimization(label: string, runId: string, goal: PlanGoal): Promise<EditAnswer> {
  const answer = await call(operations.applyOptimization, {
    plan_id: planId(),
    run_id: runId,
    body: { goal },
  })
  // A run may have made routes that the response does not name: the plan is read again.
  const result = finish(label, answer)
  await usePlanStore.getState().reload()
  return result
}

async function sendLocks(label: string, routeIds: string[], locked: boolean): Promise<Step> {
  const body = { route_ids: routeIds, locked }
  takeAnswer(await call(operations.lockRoutes, { plan_id: planId(), body }))
  return { label, takeBack: () => sendLocks(label, routeIds, !locked) }
}

export async function lockRoutes(label: string, routeIds: string[], locked: boolean): Promise<void> {
  useHistory.getState().note(await sendLocks(label, routeIds, locked))
}

async function sendPins(label: string, stopIds: string[], pin: 'route' | 'place' | null): Promise<Step> {
  const editor = usePlanStore.getState().editor
  const before = editor?.pins.find(({ stop_id }) => stop_id === stopIds[0])?.pin ?? null
  const body = { stop_ids: stopIds, pin }
  const next = await call(operations.pinStops, { plan_id: planId(), body })
  usePlanStore.setState({ editor: next })
  return { label, takeBack: () => sendPins(label, stopIds, before) }
}

export async function pinStops(label: string, stopIds: string[], pin: 'route' | 'place' | null): Promise<void> {
  useHistory.getState().note(await sendPins(label, stopIds, pin))
}
