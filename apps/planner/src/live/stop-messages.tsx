// The messages of one stop in the drawer, and sending one by hand.

import { Button, Menu } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { MessageKind, Stop } from '@routewright/contract'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { noteFailure } from '../shell/notices.tsx'
import drawer from '../shell/panel.module.css'
import { call } from '../shell/service.ts'
import { useMayPlan } from '../shell/session.ts'
import { MessageRow, useMessages } from './message-list.tsx'

/** Which make sense before a stop ended, and which after. */
const kinds = {
  open: ['planned', 'started', 'approaching', 'delayed', 'pin', 'address_check'],
  ended: ['completed', 'failed', 'canceled'],
} as const satisfies Record<string, readonly MessageKind[]>

export function StopMessages({ stop }: { stop: Stop }) {
  const { t } = useTranslation(['live', 'settings'])
  const mayPlan = useMayPlan()
  const queries = useQueryClient()
  const { data } = useMessages(stop.id)
  const [isBusy, setBusy] = useState(false)
  const hasContact = Boolean(stop.email || stop.phone)
  const messages = data?.docs ?? []
  if (!hasContact && messages.length === 0) return null
  const send = async (kind: MessageKind) => {
    setBusy(true)
    try {
      await call(operations.sendMessage, { stop_id: stop.id, body: { kind } })
      await queries.invalidateQueries({ queryKey: ['messages'] })
    } catch (error) {
      noteFailure(t('message_not_sent'), failureText(error, t))
    }
    setBusy(false)
  }
  return (
    <section className={drawer.part} aria-label={t('messages')}>
      <h3 className={drawer.heading}>{t('messages')}</h3>
      {messages.length === 0 && <p className={drawer.dim}>{t('no_messages_yet')}</p>}
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
      {mayPlan && hasContact && (
        <Menu position="bottom-start" width={240}>
          <Menu.Target>
            <Button size="compact-sm" variant="default" mt={6} loading={isBusy} leftSection={<IconSend size={14} />}>
              {t('send_message')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds[stop.status === 'pending' ? 'open' : 'ended'].map((kind) => (
              <Menu.Item key={kind} onClick={() => void send(kind)}>
                {t(`settings:kind.${kind}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </section>
  )
}
