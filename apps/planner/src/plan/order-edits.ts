// Edits of which stop is served by which route and in what order, with what holds stops and routes where they are. Every edit
// goes to the service, brings its answer into the plan on screen, and leaves a step that takes it back.
import * as operations from '@routewright/client/operations'
import type { Arrangement, EditAnswer, PlannedMove, Remedy } from '@routewright/contract'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { planId, takeAnswer } from './take-answer.ts'

/** The step that restores an arrangement; doing it gives the arrangement of before it. */
function arrangementStep(label: string, arrangement: Arrangement): Step {
  return {
    label,
    async takeBack() {
      const answer = await call(operations.arrangePlan, { plan_id: planId(), body: arrangement })
      takeAnswer(answer)
      return arrangementStep(label, answer.undo ?? { routes: [] })
    },
  }
}

function finish(label: string, answer: EditAnswer): EditAnswer {
  takeAnswer(answer)
  if (answer.undo) useHistory.getState().note(arrangementStep(label, answer.undo))
  return answer
}

/** What moving would do, without doing it. */
export function previewMove(moves: PlannedMove[], signal: AbortSignal): Promise<EditAnswer> {
  return call(operations.previewMove, { plan_id: planId(), body: { moves } }, { signal, once: true })
}

/** Refused when somebody else changed one of the stops since it was shown here. */
export async function moveStops(label: string, moves: PlannedMove[]): Promise<EditAnswer> {
  const { stops } = currentPlan()
  const seen = moves
    .flatMap((move) => move.stop_ids)
    .flatMap((id) => {
      const stop = stops.get(id)
      return stop ? [[id, stop.updated_at]] : []
    })
  const body = { moves, partial: true, if_updated_at: Object.fromEntries(seen) }
  return finish(label, await call(operations.movePlanStops, { plan_id: planId(), body }))
}

export async function insertStops(label: string, stopIds: string[]): Promise<EditAnswer> {
  const body = { stop_ids: stopIds, allow_broken_rules: false }
  return finish(label, await call(operations.insertStops, { plan_id: planId(), body }))
}

export async function reverseRoute(label: string, routeId: string): Promise<EditAnswer> {
  return finish(label, await call(operations.reverseRoute, { route_id: routeId }))
}

export async function swapRoutes(label: string, routeId: string, otherId: string): Promise<EditAnswer> {
  const body = { route_id: otherId }
  return finish(label, await call(operations.swapRoutes, { route_id: routeId, body }))
}

export async function splitRoute(label: string, routeId: string, stopId: string): Promise<EditAnswer> {
  const body = { at_stop_id: stopId }
  return finish(label, await call(operations.splitRoute, { route_id: routeId, body }))
}

export async function mergeRoutes(label: string, routeId: string, otherId: string): Promise<EditAnswer> {
  const body = { route_id: otherId, in_best_places: true }
  return finish(label, await call(operations.mergeRoutes, { route_id: routeId, body }))
}

export async function reassignRoute(label: string, routeId: string): Promise<EditAnswer> {
  return finish(label, await call(operations.reassignRoute, { route_id: routeId, body: {} }))
}

export async function applyRemedy(label: string, stopId: string, remedy: Remedy): Promise<EditAnswer> {
  const answer = await call(operations.applyRemedy, { stop_id: stopId, body: remedy })
  return finish(label, answer)
}

export async function applyOptimization(label: string, runId: string): Promise<EditAnswer> {
  const answer = await call(operations.applyOptimization, {
    plan_id: planId(),
    run_id: runId,
  })
  // A run may have made routes that the answer does not name: the plan is read again.
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
