// Webhooks: who is told of which events, a test at once, and the log of the latest attempts with a way to send again.
import {
  Alert,
  Badge,
  Button,
  Code,
  Collapse,
  Drawer,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core'
import { modals } from '@mantine/modals'
import type { Webhook, WebhookAttempt, WebhookInput } from '@routewright/contract'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteFailure, noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useProjects } from '../shell/session.ts'
import { Empty, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useAction } from './use-action.ts'
import { useSeenForm, writtenSetting } from './use-seen-form.tsx'

/** The same list as the contract's; the page carries its words, not the whole contract. */
const eventIds = [
  'svc.planner.2.plan.created',
  'svc.planner.2.plan.updated',
  'svc.planner.2.plan.deleted',
  'svc.drivers.2.route.started',
  'svc.drivers.2.route.finished',
  'svc.planner.2.stop.created',
  'svc.planner.2.stop.deleted',
  'svc.planner.2.stop.reported',
] as const satisfies readonly Webhook['events'][number][]

export default function WebhookSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [edited, setEdited] = useState<Webhook | 'new' | undefined>()
  const [logged, setLogged] = useState<Webhook | undefined>()
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => call('GET /app/v1/webhooks', {}, { signal }),
  })
  const again = () => queries.invalidateQueries({ queryKey: ['webhooks'] })
  const test = (webhook: Webhook) =>
    action.run(async () => {
      const attempt = await call('POST /app/v1/webhook/{webhook_id}/test', { webhook_id: webhook.id })
      if (attempt.ok) noteSuccess(t('webhooks.test_ok', { status: attempt.response_status ?? '' }))
      else noteFailure(t('webhooks.test_failed'), attempt.error ?? String(attempt.response_status ?? ''))
      await queries.invalidateQueries({ queryKey: ['attempts', webhook.id] })
    })
  return (
    <Section
      title={t('parts.webhooks')}
      text={t('webhooks.text')}
      failure={action.failure}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
          {t('webhooks.new')}
        </Button>
      }
    >
      {error ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <RowSkeletons count={3} />
      ) : data.length === 0 ? (
        <Empty
          title={t('webhooks.none')}
          text={t('webhooks.none_text')}
          icon={<IconWebhook size={40} stroke={1.3} />}
        />
      ) : (
        <div className={classes.scroll}>
          <Table verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('webhooks.url')}</Table.Th>
                <Table.Th>{t('webhooks.events')}</Table.Th>
                <Table.Th>{t('webhooks.state')}</Table.Th>
                <Table.Th aria-label={t('webhooks.actions')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((webhook) => (
                <Table.Tr key={webhook.id}>
                  <Table.Td>
                    <Text fw={600}>{webhook.label}</Text>
                    <Text size="sm" c={webhook.label ? 'dimmed' : undefined} truncate maw={320}>
                      {webhook.url}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {webhook.events.length === 0
                      ? t('webhooks.all_events')
                      : t('webhooks.some_events', { count: webhook.events.length })}
                  </Table.Td>
                  <Table.Td>
                    <State webhook={webhook} />
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4} justify="flex-end" wrap="nowrap">
                      <Button size="compact-sm" variant="default" loading={action.isBusy} onClick={() => test(webhook)}>
                        {t('webhooks.test')}
                      </Button>
                      <Button size="compact-sm" variant="default" onClick={() => setLogged(webhook)}>
                        {t('webhooks.log')}
                      </Button>
                      <Button size="compact-sm" variant="default" onClick={() => setEdited(webhook)}>
                        {t('change')}
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {edited && (
        <WebhookForm
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={again}
        />
      )}
      {logged && <AttemptLog webhook={logged} onClose={() => setLogged(undefined)} />}
    </Section>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('settings')
  if (!webhook.enabled) {
    return (
      <Badge color={webhook.disabled_at ? 'red' : 'gray'} variant="light">
        {t(webhook.disabled_at ? 'webhooks.gave_up' : 'webhooks.off')}
      </Badge>
    )
  }
  return webhook.failure_count > 0 ? (
    <Badge color="orange" variant="light">
      {t('webhooks.failing', { count: webhook.failure_count })}
    </Badge>
  ) : (
    <Badge color="green" variant="light">
      {t('webhooks.on')}
    </Badge>
  )
}

interface WebhookFormProps {
  webhook: Webhook | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

type WebhookRecord = Pick<Webhook, 'url' | 'label' | 'events' | 'enabled' | 'signed' | 'project_id' | 'updated_at'>

const newWebhook: WebhookRecord = { url: 'https://', events: [], enabled: true, signed: false, updated_at: '' }

/** What is emptied is cleared. */
function withNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]))
}

function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const projects = useProjects()
  const [secret, setSecret] = useState('')
  /** Shown once, when a form is saved that switches signing on. */
  const made = useRef('')
  const { form, change, action, save, remove, notice, errorOf } = useSeenForm<WebhookRecord, WebhookRecord>({
    stored: webhook ?? newWebhook,
    formOf: (stored) => ({ ...stored, label: stored.label ?? '', project_id: stored.project_id ?? '' }),
    fieldsOf: ({ url, label, events, enabled, signed, project_id }) => ({
      ...{ url, label, events: [...events].sort(), enabled, signed, project_id },
    }),
    send: async (fields, { updated_at }) => {
      const input = { webhook_id: webhook!.id, body: withNulls(fields) }
      const answer = await call('PUT /app/v1/webhook/{webhook_id}', input, { seenUpdatedAt: updated_at })
      made.current = answer.signing_secret ?? ''
    },
    read: async () => {
      const all = await call('GET /app/v1/webhooks')
      const now = all.find(({ id }) => id === webhook!.id)
      if (!now) throw new Error(t('webhooks.gone'))
      return now
    },
    labelOf: (name) => t(name === 'project_id' ? 'webhooks.project' : `webhooks.${name}`),
    written: (value, name) => {
      if (name === 'project_id') return projects.find(({ id }) => id === value)?.label ?? ''
      if (name === 'events') return (value as string[]).map(eventWord).join(', ')
      return writtenSetting(value)
    },
  })
  const eventWord = (event: string) => t(`event.${event.replaceAll('.', '_')}`)
  const create = () =>
    action.run(async () => {
      const { url, label, events, enabled, signed, project_id } = form
      const body = withNulls({ url, label, events, enabled, signed, project_id }) as WebhookInput
      const answer = await call('POST /app/v1/webhook', { body })
      made.current = answer.signing_secret ?? ''
    }, t('records:saved'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    made.current = ''
    if (!(await (webhook ? save() : create()))) return
    await onSaved()
    if (made.current) setSecret(made.current)
    else onClose()
  }
  const askToRemove = () =>
    modals.openConfirmModal({
      title: t('webhooks.delete'),
      children: <Text size="sm">{t('webhooks.delete_text')}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        const input = { webhook_id: webhook!.id }
        void remove((seen) => call('DELETE /app/v1/webhook/{webhook_id}', input, seen).then(onSaved)).then(
          (isDone) => isDone && onClose(),
        )
      },
    })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      {secret ? (
        <Stack>
          <Alert color="yellow">{t('webhooks.secret_once')}</Alert>
          <Code block>{secret}</Code>
          <Button onClick={onClose}>{t('keys.kept')}</Button>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t('webhooks.url')}
              description={t('webhooks.url_hint')}
              data-autofocus
              required
              value={form.url}
              error={errorOf('url')}
              onChange={({ currentTarget: { value } }) => change({ url: value })}
            />
            <TextInput
              label={t('webhooks.label')}
              maxLength={500}
              value={form.label}
              onChange={({ currentTarget: { value } }) => change({ label: value })}
            />
            <MultiSelect
              label={t('webhooks.events')}
              description={t('webhooks.events_hint')}
              data={eventIds.map((value) => ({ value, label: eventWord(value) }))}
              value={form.events}
              onChange={(events) => change({ events: events as Webhook['events'] })}
            />
            <Select
              label={t('webhooks.project')}
              placeholder={t('webhooks.all_projects')}
              clearable
              data={projects.map(({ id, label }) => ({ value: id, label }))}
              value={form.project_id || null}
              onChange={(value) => change({ project_id: value ?? '' })}
            />
            <Switch
              label={t('webhooks.enabled')}
              checked={form.enabled}
              onChange={(event) => change({ enabled: event.currentTarget.checked })}
            />
            <Switch
              label={t('webhooks.signed')}
              description={t('webhooks.signed_hint')}
              checked={form.signed}
              onChange={(event) => change({ signed: event.currentTarget.checked })}
            />
            {notice}
            {action.failure && action.refused?.field !== 'url' && (
              <Alert color="red" role="alert">
                {action.failure}
              </Alert>
            )}
            <Group justify="space-between">
              {webhook ? (
                <Button variant="subtle" color="red" onClick={askToRemove}>
                  {t('shell:delete')}
                </Button>
              ) : (
                <span />
              )}
              <Button type="submit" loading={action.isBusy}>
                {t('shell:save')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

function AttemptLog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const { data, error, refetch } = useQuery({
    queryKey: ['attempts', webhook.id],
    queryFn: ({ signal }) =>
      call('GET /app/v1/webhook/{webhook_id}/attempts', { webhook_id: webhook.id, limit: 100 }, { signal }),
  })
  const resend = (attempt: WebhookAttempt) =>
    action.run(async () => {
      await call('POST /app/v1/webhook/{webhook_id}/resend', {
        webhook_id: webhook.id,
        body: { attempt_id: attempt.id },
      })
      await queries.invalidateQueries({ queryKey: ['attempts', webhook.id] })
    }, t('webhooks.resent'))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={720}
      title={t('webhooks.log_of', { url: webhook.label || webhook.url })}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      {action.failure && (
        <Alert color="red" role="alert">
          {action.failure}
        </Alert>
      )}
      {error ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <RowSkeletons />
      ) : data.docs.length === 0 ? (
        <Empty title={t('webhooks.no_attempts')} text={t('webhooks.no_attempts_text')} />
      ) : (
        <Stack gap={6}>
          {data.docs.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} isBusy={action.isBusy} onResend={() => resend(attempt)} />
          ))}
        </Stack>
      )}
    </Drawer>
  )
}

function Attempt({ attempt, isBusy, onResend }: { attempt: WebhookAttempt; isBusy: boolean; onResend(): void }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.section} style={{ margin: 0, padding: 12 }}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Badge color={attempt.ok ? 'green' : 'red'} variant="light">
            {attempt.response_status ?? t('webhooks.no_answer')}
          </Badge>
          <div>
            <Text size="sm" fw={600}>
              {t(`event.${attempt.event_id.replaceAll('.', '_')}`, { defaultValue: attempt.event_id })}
            </Text>
            <Text size="xs" c="dimmed">
              {formats.dateTime(attempt.created_at)} · {attempt.duration_ms} ms {attempt.error && `· ${attempt.error}`}
            </Text>
          </div>
        </Group>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('webhooks.body')}
          </Button>
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={onResend}>
            {t('webhooks.resend')}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <Code block mt="sm" className={classes.code!}>
          {JSON.stringify(attempt.body, null, 2)}
        </Code>
      </Collapse>
    </div>
  )
}
