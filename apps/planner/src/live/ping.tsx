// Asking a driver for a sign of life, and how the question stands.
import { Button } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route } from '@routewright/contract'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { pingStateOf, tellOfMessage, useConversationsOfPlan } from '../plan/talk.ts'
import { newId } from '../shell/new-id.ts'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

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
  const state = conversation && pingStateOf(conversation)
  if (!conversation?.ping || !state) return undefined
  const at = { sent: conversation.ping.received_at, delivered: conversation.ping.delivered_at }
  const moments = { ...at, read: conversation.ping.read_at, answered: conversation.driver_wrote_at }
  return t(`ping_state.${state}`, { time: formats.clock(moments[state]!) })
}

export function PingButton({ route }: { route: Route }) {
  const { t } = useTranslation('talk')
  const mayPlan = useMayPlan()
  const { isBusy, failure, run } = useAction()
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        loading={isBusy}
        disabled={!mayPlan}
        leftSection={<IconActivityHeartbeat size={14} />}
        onClick={() => void run(() => sendPing(route.id))}
      >
        {t('ask_for_sign')}
      </Button>
      <Refusal text={failure} />
    </>
  )
}
