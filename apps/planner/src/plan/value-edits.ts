// Edits of values of many routes or stops at once: looked at before they are made, and taken back as one.
import * as operations from '@routewright/client/operations'
import type { RestoredValues } from '@routewright/contract'
import { call } from '../shell/service.ts'
import { type OrderEdit, sending } from './order-edits.ts'
import { currentPlan } from './plan-store.ts'
import { planId } from './take-answer.ts'

export type Values = Partial<Pick<RestoredValues, 'routes' | 'stops'>>

/** Refused when somebody else changed one of them since it was shown here. */
export function changingValues({ routes = [], stops = [] }: Values): OrderEdit {
  return (preview, signal) => {
    const body = { routes: [], restore: { routes, stops } }
    const input = { plan_id: planId(), preview }
    if (preview) return call(operations.arrangePlan, { ...input, body }, sending(preview, signal))
    const plan = currentPlan()
    const ids = new Set([...routes.map(({ route_id }) => route_id), ...stops.map(({ stop_id }) => stop_id)])
    const shown = [
      ...plan.routes.filter(({ id }) => ids.has(id)),
      ...[...ids].flatMap((id) => plan.stops.get(id) ?? []),
    ]
    const if_updated_at = Object.fromEntries(shown.map(({ id, updated_at }) => [id, updated_at]))
    return call(operations.arrangePlan, { ...input, body: { ...body, if_updated_at } })
  }
}
