// One look before dispatching: who hears what and when, whom nothing reaches, and the message as it will be read.

import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { DispatchPreview, UnreachableStop } from '@routewright/contract'
import { IconUserX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { organizationNow } from '../shell/clock.ts'
import panel from '../shell/panel.module.css'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import classes from './dispatch-panel.module.css'

const REFRESH_MS = 30_000

/** The messages that sending these routes now would lead to, and their readers. */
export function DispatchLook({ routeIds }: { routeIds: readonly string[] }) {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const ids = [...routeIds].sort()
  const { data } = useAnswer(
    ['dispatch-preview', plan.id, ids],
    operations.previewDispatch,
    { plan_id: plan.id, body: { route_ids: ids } },
    {
      how: { repeatable: true },
      enabled: ids.length > 0 && plan.status !== 'draft',
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    },
  )
  if (!data || ids.length === 0 || plan.status === 'draft') return null
  return (
    <section className={panel.part} aria-label={t('hearing.title')}>
      <h3 className={classes.heading}>{t('hearing.title')}</h3>
      <Stack gap="xs">
        <Hearers preview={data} />
        <Unreachable stops={data.unreachable} />
        {data.sample && <Sample sample={data.sample} />}
      </Stack>
    </section>
  )
}

function Hearers({ preview: { drivers, recipients } }: { preview: DispatchPreview }) {
  const { t } = useTranslation(['optimize', 'settings'])
  const when = useWhen()
  const sent = drivers.filter(({ way }) => way !== 'none')
  const missing = drivers.length - sent.length
  return (
    <dl className={classes.hearers}>
      <dt>{t('hearing.now')}</dt>
      <dd>
        {t('hearing.drivers', { count: sent.length })}
        {missing > 0 && <div className={classes.warns}>{t('hearing.no_address', { count: missing })}</div>}
      </dd>
      {recipients.map(({ kind, email, sms, at }) => (
        <Heard
          key={kind}
          when={when(at)}
          what={`${t(`settings:kind.${kind}`)} · ${t('hearing.recipients', { count: Math.max(email, sms) })}`}
        />
      ))}
      {recipients.length === 0 && (
        <Heard
          when=""
          what={
            <>
              {t('hearing.nobody')}{' '}
              <Anchor component={Link} to="/settings/recipients" size="sm" underline="always">
                {t('hearing.choose')}
              </Anchor>
            </>
          }
        />
      )}
    </dl>
  )
}

function Heard({ when, what }: { when: string; what: ReactNode }) {
  return (
    <>
      <dt>{when}</dt>
      <dd>{what}</dd>
    </>
  )
}

/** "Now", or the day and the time; without a moment: when it happens. */
export function useWhen(): (at: string | undefined) => string {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  return (at) => {
    if (at === undefined) return t('hearing.on_the_way')
    if (Date.parse(at) <= organizationNow() + REFRESH_MS) return t('hearing.now')
    return t('hearing.at', { day: formats.shortDate(at), time: formats.clock(at) })
  }
}

const SHOWN = 5

function Unreachable({ stops }: { stops: readonly UnreachableStop[] }) {
  const { t } = useTranslation(['optimize', 'live'])
  const mayPlan = useMayPlan()
  if (stops.length === 0) return null
  return (
    <Alert
      color="orange"
      p="xs"
      icon={<IconUserX size={18} />}
      title={t('hearing.unreachable', { count: stops.length })}
    >
      <ul className={classes.unreachable}>
        {stops.slice(0, SHOWN).map(({ stop_id, stop_label, why, contact }) => (
          <li key={stop_id}>
            <span>{[stop_label, contact, t(`live:unreachable_why.${why}`)].filter(Boolean).join(' · ')}</span>
            {mayPlan && (
              <Button
                size="compact-xs"
                variant="light"
                color="orange"
                onClick={() => useSelection.getState().select([stop_id])}
              >
                {t('hearing.mend')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {stops.length > SHOWN && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="orange"
          onClick={() => useSelection.getState().select(stops.map(({ stop_id }) => stop_id))}
        >
          {t('hearing.more', { count: stops.length - SHOWN })}
        </Button>
      )}
    </Alert>
  )
}

/** The first message as it will be read: the mail, or what an SMS says. */
function Sample({
  sample: { stop_label, channel, subject, html, sms },
}: {
  sample: NonNullable<DispatchPreview['sample']>
}) {
  const { t } = useTranslation('optimize')
  const title = stop_label ? t('hearing.sample', { name: stop_label }) : t('hearing.sample_plain')
  return (
    <figure className={classes.sample}>
      <Text component="figcaption" size="xs" c="dimmed">
        {title}
      </Text>
      {channel === 'sms' ? (
        <div className={classes.bubble}>{sms}</div>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {subject}
          </Text>
          <iframe className={classes.mail} title={title} sandbox="" srcDoc={html} />
        </>
      )}
    </figure>
  )
}
