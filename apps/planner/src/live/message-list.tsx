// Messages to recipients, by which channel, and the result of each; failed ones can be sent again.

import { Button } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Message } from '@routewright/contract'
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { EmptyPart, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import classes from './live-panel.module.css'

const PAGE = 60
const REFRESH_MS = 15_000

/** The messages of the plan on screen, or of one of its stops. */
export function useMessages(stopId?: string, limit = PAGE) {
  const { plan } = usePlanData()
  const filter = stopId ? { stop_id: stopId } : { plan_id: plan.id }
  return useQuery({
    queryKey: ['messages', plan.id, stopId, limit],
    queryFn: ({ signal }) =>
      call(operations.listMessages, { project_id: plan.project_id, ...filter, limit }, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function MessageLog() {
  const { t } = useTranslation(['live', 'settings'])
  const [limit, setLimit] = useState(PAGE)
  const { data, error, refetch } = useMessages(undefined, limit)
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <RowSkeletons count={5} />
  if (data.docs.length === 0)
    return <EmptyPart text={t('no_messages')} next={{ label: t('choose_messages'), to: '/settings/recipients' }} />
  return (
    <>
      <ul className={classes.list}>
        {data.docs.map((message) => (
          <li key={message.id} className={classes.card}>
            <MessageRow message={message} hasStop />
          </li>
        ))}
      </ul>
      {data.total > data.docs.length && (
        <Button variant="subtle" fullWidth onClick={() => setLimit(Math.min(limit + 4 * PAGE, 1_000))}>
          {t('more_messages', { count: data.total - data.docs.length })}
        </Button>
      )}
    </>
  )
}

/** One message; `hasStop` where the stop is not known from around it. */
export function MessageRow({ message, hasStop = false }: { message: Message; hasStop?: boolean }) {
  const { t } = useTranslation(['live', 'settings'])
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const Icon = message.channel === 'sms' ? IconDeviceMobileMessage : IconMail
  const why = message.reason_code && t(`message_reasons.${message.reason_code}`)
  return (
    <>
      <button
        type="button"
        className={classes.main}
        title={message.text}
        disabled={!hasStop}
        onClick={() => useSelection.getState().select([message.stop_id])}
      >
        <span className={classes.icon} data-quiet>
          <Icon size={17} aria-label={t(`settings:messages.${message.channel}`)} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>
            <strong>
              {formats.clock(message.sent_at ?? message.created_at)} · {t(`settings:kind.${message.kind}`)}
            </strong>
            <span className={classes.state} data-state={message.status}>
              {t(`message_states.${message.status}`)}
            </span>
          </span>
          {hasStop && message.stop_label && <span>{message.stop_label}</span>}
          <span className={classes.line}>{message.to}</span>
          {why && <span>{why}</span>}
        </span>
      </button>
      {message.status === 'failed' && mayPlan && <SendAgain message={message} />}
    </>
  )
}

function SendAgain({ message: { stop_id, id: message_id } }: { message: Message }) {
  const { t } = useTranslation(['live', 'shell'])
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await call(operations.retryMessage, { stop_id, message_id })
      await queries.invalidateQueries({ queryKey: ['messages'] })
    } catch (error) {
      noteFailure(t('message_not_sent'), failureText(error, t))
    }
    setBusy(false)
  }
  return (
    <Button size="compact-xs" variant="light" loading={isBusy} onClick={() => void send()}>
      {t('send_again')}
    </Button>
  )
}
