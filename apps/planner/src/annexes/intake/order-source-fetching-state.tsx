// The state of a source that fetches: from where, when it looked last and what went wrong then, with the remedies.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderFetchingTrial, OrderSource } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../settings/settings.module.css'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { OrderSourceFound } from './order-source-fetched.tsx'

interface StateProps {
  source: OrderSource
  onSaved(): Promise<unknown>
}

export function OrderSourceFetchingState({ source, onSaved }: StateProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const action = useAction()
  const [trial, setTrial] = useState<OrderFetchingTrial | undefined>()
  const { fetching, fetched_at, fetch_problem } = source
  const path = { order_source_id: source.id }
  const look = () => action.run(async () => setTrial(await call(operations.testOrderFetching, path)))
  const fetchNow = () => action.run(() => call(operations.fetchOrderFiles, path).then(onSaved), t('fetching.now_done'))
  const end = () => action.run(() => call(operations.endOrderFetching, path).then(onSaved))
  const busy = { loading: action.isBusy, variant: 'default' } as const
  return (
    <Stack className={classes.section} gap="xs" m={0} p="sm">
      <Text size="sm" fw={600}>
        {t(`fetching.way.${fetching!.way}`)}: {fetching!.user} · {fetching!.host} · {fetching!.folder}
      </Text>
      <Text size="sm" c="dimmed">
        {fetched_at ? t('fetching.looked', { at: formats.dateTime(fetched_at) }) : t('fetching.not_yet')}
      </Text>
      {fetching!.host_key && <HostKey source={source} onSaved={onSaved} />}
      <Refusal text={fetch_problem} />
      <Refusal text={action.failure} />
      <Group gap="xs">
        <Button {...busy} size="xs" onClick={() => void look()}>
          {t('fetching.try')}
        </Button>
        <Button {...busy} size="xs" onClick={() => void fetchNow()}>
          {t('fetching.now')}
        </Button>
        <Button {...busy} size="xs" onClick={() => void end()}>
          {t('fetching.end')}
        </Button>
      </Group>
      {trial && !trial.ok && <Refusal text={trial.detail} />}
      {trial?.ok && (
        <Alert color="blue" title={t('fetching.found', { count: trial.files.length })}>
          <OrderSourceFound files={trial.files} />
        </Alert>
      )}
    </Stack>
  )
}

/** The key that the server is known by. It is forgotten where the server was replaced, and met anew. */
function HostKey({ source, onSaved }: StateProps) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const { way, host, port, user, folder, every_minutes, pattern, move_to, host_key } = source.fetching!
  const further = { ...(pattern ? { pattern } : {}), ...(move_to ? { move_to } : {}) }
  const body = { way, host, port, user, folder, every_minutes, ...further, host_key: null }
  const forget = () =>
    action.run(() => call(operations.setOrderFetching, { order_source_id: source.id, body }).then(onSaved))
  return (
    <Group gap="xs">
      <Text size="sm">{t('fetching.host_key')}</Text>
      <Code className={classes.code!}>{host_key}</Code>
      <Button size="compact-xs" variant="subtle" loading={action.isBusy} onClick={() => void forget()}>
        {t('fetching.forget_key')}
      </Button>
      <Refusal text={action.failure} />
    </Group>
  )
}
