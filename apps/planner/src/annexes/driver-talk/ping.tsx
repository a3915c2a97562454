// Asking a driver for a sign of life, and how the question stands.
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../../plan/plan-store.ts'
import { newId } from '../../shell/new-id.ts'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { findPingState, tellOfMessage, useConversationsOfPlan } from './talk.ts'

export async function sendPing(routeId: string): Promise<void> {
  const body = { kind: 'ping' as const, client_id: newId() }
  tellOfMessage(await call(operations.sendRouteMessage, { route_id: routeId, body }))
}

/** The state of the newest question; nothing where none was asked. */
export function usePingText(route: Route): string | undefined {
  const { t } = useTranslation('talk')
  const formats = useFormats()
  const { plan } = usePlanData()
  const conversation = useConversationsOfPlan(plan)?.get(route.id)
  const state = conversation && findPingState(conversation)
  if (!conversation?.ping || !state) return undefined
  const at = { sent: conversation.ping.received_at, delivered: conversation.ping.delivered_at }
  const moments = { ...at, read: conversation.ping.read_at, answered: conversation.driver_wrote_at }
  return t(`ping_state.${state}`, { time: formats.clock(moments[state]!) })
}
