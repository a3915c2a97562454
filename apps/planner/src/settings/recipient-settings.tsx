// What recipients see and are told: the look, their page, and messages with own words and a live preview.
import {
  Button,
  ColorInput,
  FileButton,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { MessageKind, RecipientSettings } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime, timeText } from '../records/time-text.ts'
import { call } from '../shell/service.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { MessageTemplateForm } from './message-template.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useAction } from './use-action.ts'
import { useRecipients } from './use-recipients.ts'
import { useSeenForm, writtenSetting } from './use-seen-form.tsx'

const kinds = [
  ...(['planned', 'started', 'approaching', 'delayed', 'completed', 'failed', 'canceled'] as const),
  ...(['address_check', 'pin'] as const),
] satisfies readonly MessageKind[]

export default function RecipientSettingsPart() {
  const project = useProject()
  const { data, error, refetch } = useQuery({
    queryKey: ['recipients', project.id],
    queryFn: ({ signal }) =>
      call('GET /app/v1/project/{project_id}/recipients', { project_id: project.id }, { signal }),
  })
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <RowSkeletons count={4} height={120} />
  return (
    <div key={project.id}>
      <Branding settings={data} />
      <PageRules settings={data} />
      <Messages settings={data} />
    </div>
  )
}

const contacts = ['name', 'phone', 'email', 'website'] as const

function Branding({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const { send, read } = useRecipients()
  const { form, change, action, save, notice, errorOf } = useSeenForm({
    stored: settings,
    formOf: ({ branding: { name = '', phone = '', email = '', website = '', color = '', logo_url: logo = '' } }) => ({
      ...{ name, phone, email, website, color, logo },
    }),
    send: (fields, over) => {
      const entries = Object.entries(fields).map(([name, value]) => [name, String(value).trim() || null])
      return send({ branding: Object.fromEntries(entries) }, over)
    },
    read,
    labelOf: (name) => t(`branding.${name}`),
    written: (value, name) => (name === 'logo' ? writtenSetting(value !== '') : writtenSetting(value)),
  })
  const take = (file: File | null) => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => change({ logo: String(reader.result) })
    reader.readAsDataURL(file)
  }
  return (
    <Section title={t('branding.title')} text={t('branding.text')} failure={action.failure}>
      {notice}
      <div className={classes.grid}>
        {contacts.map((field) => (
          <TextInput
            key={field}
            label={t(`branding.${field}`)}
            value={form[field]}
            error={errorOf(field)}
            onChange={({ currentTarget: { value } }) => change({ [field]: value })}
          />
        ))}
        <ColorInput
          label={t('branding.color')}
          value={form.color}
          onChange={(color) => change({ color })}
          eyeDropperButtonProps={{ 'aria-label': t('records:eye_dropper') }}
          error={errorOf('color')}
        />
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('branding.logo')}
          </Text>
          <Group>
            {form.logo && <img src={form.logo} alt={t('branding.logo')} className={classes.logo} />}
            <FileButton onChange={take} accept="image/png,image/jpeg,image/webp">
              {(props) => (
                <Button {...props} size="xs" variant="default">
                  {t('branding.choose')}
                </Button>
              )}
            </FileButton>
            {form.logo && (
              <Button size="xs" variant="subtle" color="red" onClick={() => change({ logo: '' })}>
                {t('branding.remove')}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {t('branding.logo_hint')}
          </Text>
        </div>
      </div>
      <Group justify="flex-end" mt="md">
        <Button loading={action.isBusy} onClick={() => void save()}>
          {t('shell:save')}
        </Button>
      </Group>
    </Section>
  )
}

const pageSwitches = ['show_stops_before', 'allow_instructions', 'allow_correction', 'survey'] as const

function PageRules({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'shell'])
  const { send, read } = useRecipients()
  const { form, change, action, save, notice } = useSeenForm<RecipientSettings, RecipientSettings['page']>({
    stored: settings,
    formOf: ({ page }) => page,
    send: (fields, over) => {
      const { next_step, ...rest } = fields as Partial<RecipientSettings['page']>
      return send({ page: 'next_step' in fields ? { ...rest, next_step: next_step?.trim() || null } : rest }, over)
    },
    read,
    labelOf: (name) => t(`page.${name === 'correct_until_stops' ? 'correct_until' : name}`),
    written: (value, name) => (name === 'van' || name === 'proof' ? t(`page.${name}_${value}`) : writtenSetting(value)),
  })
  return (
    <Section title={t('page.title')} text={t('page.text')} failure={action.failure}>
      {notice}
      <div className={classes.grid}>
        <Select
          label={t('page.van')}
          allowDeselect={false}
          data={(['never', 'near', 'always'] as const).map((value) => ({ value, label: t(`page.van_${value}`) }))}
          value={form.van}
          onChange={(value) => change({ van: value as 'near' })}
        />
        <NumberInput
          label={t('page.van_stops')}
          min={0}
          max={50}
          disabled={form.van !== 'near'}
          value={form.van_stops}
          onChange={(value) => change({ van_stops: Number(value) || 0 })}
        />
        <Select
          label={t('page.proof')}
          allowDeselect={false}
          data={(['none', 'photos', 'photos_and_signature'] as const).map((value) => ({
            value,
            label: t(`page.proof_${value}`),
          }))}
          value={form.proof}
          onChange={(value) => change({ proof: value as 'none' })}
        />
        <NumberInput
          label={t('page.correct_until')}
          min={1}
          max={50}
          disabled={!form.allow_correction}
          value={form.correct_until_stops}
          onChange={(value) => change({ correct_until_stops: Number(value) || 1 })}
        />
      </div>
      <Stack gap="xs" mt="md">
        {pageSwitches.map((name) => (
          <Switch
            key={name}
            label={t(`page.${name}`)}
            checked={form[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <Textarea
        mt="md"
        label={t('page.next_step')}
        description={t('page.next_step_hint')}
        maxLength={500}
        autosize
        minRows={2}
        value={form.next_step ?? ''}
        onChange={({ currentTarget: { value } }) => change({ next_step: value })}
      />
      <Group justify="flex-end" mt="md">
        <Button loading={action.isBusy} onClick={() => void save()}>
          {t('shell:save')}
        </Button>
      </Group>
    </Section>
  )
}

function Messages({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const formats = useFormats()
  const { send, read } = useRecipients()
  const { messages, channels } = settings
  const [edited, setEdited] = useState<MessageKind>('planned')
  const switching = useAction()
  const { form, change, action, save, notice } = useSeenForm({
    stored: settings,
    formOf: ({ messages: { quiet_hours: hours } }) => ({
      from: hours ? timeText(hours.from) : '',
      to: hours ? timeText(hours.to) : '',
    }),
    // Both ends are one thing: half of another's hours and half of one's own are nobody's.
    fieldsOf: ({ from, to }) => ({ quiet_hours: quietHours(from, to) }),
    changed: (stored, fields) => ({ ...stored, messages: { ...stored.messages, ...fields } }),
    send: (fields, over) => send({ messages: fields }, over),
    read,
    labelOf: () => `${t('messages.quiet_from')} – ${t('messages.quiet_to')}`,
    written: (hours) => {
      const { from, to } = (hours ?? {}) as Partial<QuietHours>
      return from === undefined || to === undefined ? '' : formats.timeWindow([from, to])
    },
  })
  return (
    <>
      <Section title={t('messages.title')} text={t('messages.text')} failure={action.failure || switching.failure}>
        {notice}
        {!channels.sms && (
          <Text size="sm" c="dimmed" mb="sm">
            {t('messages.no_sms')}
          </Text>
        )}
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('messages.occasion')}</Table.Th>
              <Table.Th>{t('messages.email')}</Table.Th>
              <Table.Th>SMS</Table.Th>
              <Table.Th w={120} aria-label={t('messages.words')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map((kind) => (
              <Table.Tr key={kind}>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {t(`kind.${kind}`)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {t(`kind_text.${kind}`)}
                  </Text>
                </Table.Td>
                {(['email', 'sms'] as const).map((channel) => (
                  <Table.Td key={channel}>
                    <Switch
                      aria-label={t('messages.by', { kind: t(`kind.${kind}`), channel: t(`messages.${channel}`) })}
                      checked={messages.kinds[kind][channel]}
                      onChange={({ currentTarget: { checked } }) =>
                        void switching.run(
                          () => send({ messages: { kinds: { [kind]: { [channel]: checked } } } }),
                          t('records:saved'),
                        )
                      }
                    />
                  </Table.Td>
                ))}
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant={edited === kind ? 'light' : 'default'}
                    aria-pressed={edited === kind}
                    aria-label={t('messages.words_of', { kind: t(`kind.${kind}`) })}
                    onClick={() => setEdited(kind)}
                  >
                    {t('messages.words')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group mt="md" align="flex-end">
          <TextInput
            label={t('messages.quiet_from')}
            placeholder="21:00"
            w={140}
            value={form.from}
            onChange={({ currentTarget: { value } }) => change({ from: value })}
          />
          <TextInput
            label={t('messages.quiet_to')}
            placeholder="07:00"
            w={140}
            value={form.to}
            onChange={({ currentTarget: { value } }) => change({ to: value })}
          />
          <Button variant="default" loading={action.isBusy} onClick={() => void save()}>
            {t('messages.save_quiet')}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {t('messages.quiet_hint')}
        </Text>
      </Section>
      <MessageTemplateForm key={edited} kind={edited} settings={settings} />
    </>
  )
}

type QuietHours = NonNullable<RecipientSettings['messages']['quiet_hours']>

/** Null where one end is missing or no time. */
function quietHours(fromText: string, toText: string): QuietHours | null {
  const [from, to] = [parseTime(fromText), parseTime(toText)]
  return from === undefined || to === undefined ? null : { from, to }
}
