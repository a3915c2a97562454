// The outcome of dispatching: drivers with the link, messages that went out, that wait, and that failed.

import { Alert } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Message } from '@routewright/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDispatches } from '../plan/dispatched.ts'
import { usePlanData } from '../plan/plan-store.ts'
import panel from '../shell/panel.module.css'
import { useAnswer } from '../shell/use-answer.ts'
import { useWhen } from './dispatch-look.tsx'
import classes from './dispatch-panel.module.css'

const REFRESH_MS = 4_000
const MOST_MESSAGES = 1_000

interface Props {
  /** The routes that were sent, and those that were not. */
  sent: readonly string[]
  failed: readonly string[]
}

export function DispatchOutcome({ sent, failed }: Props) {
  const { t } = useTranslation(['optimize', 'live'])
  const when = useWhen()
  const messages = useMessagesSince(useFirstSent(sent))
  const having = (...states: Message['status'][]) => messages.filter(({ status }) => states.includes(status))
  const [done, waiting, lost] = [having('sent'), having('queued', 'held'), having('failed')]
  const next = waiting.flatMap(({ next_attempt_at: at }) => at ?? []).sort()[0]
  return (
    <section className={panel.part} aria-label={t('after.title')} aria-live="polite">
      <h3 className={classes.heading}>{t('after.title')}</h3>
      <ul className={classes.outcome}>
        {sent.length > 0 && <Line isWell text={t('after.drivers', { count: sent.length })} />}
        {failed.length > 0 && <Line text={t('after.failed', { count: failed.length })} />}
        {done.length > 0 && <Line isWell text={t('after.sent', { count: done.length })} />}
        {waiting.length > 0 && <Line isWell text={t('after.waiting', { count: waiting.length, at: when(next) })} />}
      </ul>
      {lost.length > 0 && (
        <Alert color="orange" p="xs" title={t('after.not_sent', { count: lost.length })}>
          <ul className={classes.unreachable}>
            {lost.map(({ id, stop_label, to, reason_code }) => (
              <li key={id}>
                {[stop_label, to, reason_code && t(`live:message_reasons.${reason_code}`)].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}

function Line({ text, isWell = false }: { text: string; isWell?: boolean }) {
  return (
    <li>
      {isWell ? (
        <IconCheck size={15} color="var(--rw-done)" />
      ) : (
        <IconAlertTriangle size={15} color="var(--rw-failed)" />
      )}
      {text}
    </li>
  )
}

/** When the first of these routes was sent, by the clock of the service. */
function useFirstSent(routeIds: readonly string[]): string | undefined {
  const { plan } = usePlanData()
  const { data } = useDispatches(plan.id)
  return routeIds.flatMap((id) => data?.get(id)?.sent_at ?? []).sort()[0]
}

/** Messages to recipients of the plan since then, and the result of each. */
function useMessagesSince(since: string | undefined): readonly Message[] {
  const { plan } = usePlanData()
  const { data } = useAnswer(
    ['messages', plan.id, 'since', since],
    operations.listMessages,
    { project_id: plan.project_id, plan_id: plan.id, limit: MOST_MESSAGES },
    { enabled: since !== undefined, refetchInterval: REFRESH_MS },
  )
  return (data?.docs ?? []).filter(({ created_at }) => since !== undefined && created_at >= since)
}
