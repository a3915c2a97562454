// What recipients see and are told: the look, their page, and messages with own words and a live preview.
import {
  Button,
  ColorInput,
  FileButton,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MessageKind, MessageLanguage, MessageTemplate, RecipientSettings } from '@routewright/contract'
import { languageNames, languages } from '@routewright/ui/words'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime, timeText } from '../records/time-text.ts'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { useProject } from '../shell/session.ts'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useAction } from './use-action.ts'

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

function useSaveRecipients() {
  const { t } = useTranslation(['records'])
  const project = useProject()
  const queries = useQueryClient()
  const action = useAction()
  const save = (body: Parameters<typeof call<'PUT /app/v1/project/{project_id}/recipients'>>[1]['body']) =>
    action.run(async () => {
      const saved = await call('PUT /app/v1/project/{project_id}/recipients', { project_id: project.id, body })
      queries.setQueryData(['recipients', project.id], saved)
    }, t('saved'))
  return { action, save }
}

const contacts = ['name', 'phone', 'email', 'website'] as const

function Branding({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const { action, save } = useSaveRecipients()
  const { branding } = settings
  const [form, setForm] = useState({
    ...{ name: branding.name ?? '', phone: branding.phone ?? '', email: branding.email ?? '' },
    ...{ website: branding.website ?? '', color: branding.color ?? '' },
  })
  const [logo, setLogo] = useState<string | null | undefined>()
  const errorOf = (field: string) => (action.refused?.field === field ? action.refused.reason : '')
  const take = (file: File | null) => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => setLogo(String(reader.result))
    reader.readAsDataURL(file)
  }
  const shown = logo === undefined ? branding.logo_url : logo
  return (
    <Section title={t('branding.title')} text={t('branding.text')} failure={action.failure}>
      <div className={classes.grid}>
        {contacts.map((field) => (
          <TextInput
            key={field}
            label={t(`branding.${field}`)}
            value={form[field]}
            error={errorOf(field)}
            onChange={({ currentTarget: { value } }) => setForm({ ...form, [field]: value })}
          />
        ))}
        <ColorInput
          label={t('branding.color')}
          value={form.color}
          onChange={(color) => setForm({ ...form, color })}
          eyeDropperButtonProps={{ 'aria-label': t('records:eye_dropper') }}
          error={errorOf('color')}
        />
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('branding.logo')}
          </Text>
          <Group>
            {shown && <img src={shown} alt={t('branding.logo')} className={classes.logo} />}
            <FileButton onChange={take} accept="image/png,image/jpeg,image/webp">
              {(props) => (
                <Button {...props} size="xs" variant="default">
                  {t('branding.choose')}
                </Button>
              )}
            </FileButton>
            {shown && (
              <Button size="xs" variant="subtle" color="red" onClick={() => setLogo(null)}>
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
        <Button
          loading={action.isBusy}
          onClick={async () => {
            const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value.trim() || null]))
            if (await save({ branding: { ...values, ...(logo === undefined ? {} : { logo }) } })) setLogo(undefined)
          }}
        >
          {t('shell:save')}
        </Button>
      </Group>
    </Section>
  )
}

const pageSwitches = ['show_stops_before', 'allow_instructions', 'allow_correction', 'survey'] as const

function PageRules({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'shell'])
  const { action, save } = useSaveRecipients()
  const [page, setPage] = useState(settings.page)
  return (
    <Section title={t('page.title')} text={t('page.text')} failure={action.failure}>
      <div className={classes.grid}>
        <Select
          label={t('page.van')}
          allowDeselect={false}
          data={(['never', 'near', 'always'] as const).map((value) => ({ value, label: t(`page.van_${value}`) }))}
          value={page.van}
          onChange={(value) => setPage({ ...page, van: value as 'near' })}
        />
        <NumberInput
          label={t('page.van_stops')}
          min={0}
          max={50}
          disabled={page.van !== 'near'}
          value={page.van_stops}
          onChange={(value) => setPage({ ...page, van_stops: Number(value) || 0 })}
        />
        <Select
          label={t('page.proof')}
          allowDeselect={false}
          data={(['none', 'photos', 'photos_and_signature'] as const).map((value) => ({
            value,
            label: t(`page.proof_${value}`),
          }))}
          value={page.proof}
          onChange={(value) => setPage({ ...page, proof: value as 'none' })}
        />
        <NumberInput
          label={t('page.correct_until')}
          min={1}
          max={50}
          disabled={!page.allow_correction}
          value={page.correct_until_stops}
          onChange={(value) => setPage({ ...page, correct_until_stops: Number(value) || 1 })}
        />
      </div>
      <Stack gap="xs" mt="md">
        {pageSwitches.map((name) => (
          <Switch
            key={name}
            label={t(`page.${name}`)}
            checked={page[name]}
            onChange={(event) => setPage({ ...page, [name]: event.currentTarget.checked })}
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
        value={page.next_step ?? ''}
        onChange={({ currentTarget: { value } }) => setPage({ ...page, next_step: value })}
      />
      <Group justify="flex-end" mt="md">
        <Button
          loading={action.isBusy}
          onClick={() => save({ page: { ...page, next_step: page.next_step?.trim() || null } })}
        >
          {t('shell:save')}
        </Button>
      </Group>
    </Section>
  )
}

function Messages({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'shell'])
  const { action, save } = useSaveRecipients()
  const { messages, channels } = settings
  const [edited, setEdited] = useState<MessageKind>('planned')
  const [quiet, setQuiet] = useState({
    from: messages.quiet_hours ? timeText(messages.quiet_hours.from) : '',
    to: messages.quiet_hours ? timeText(messages.quiet_hours.to) : '',
  })
  const saveQuiet = () => {
    const [from, to] = [parseTime(quiet.from), parseTime(quiet.to)]
    void save({ messages: { quiet_hours: from === undefined || to === undefined ? null : { from, to } } })
  }
  return (
    <>
      <Section title={t('messages.title')} text={t('messages.text')} failure={action.failure}>
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
                      onChange={(event) =>
                        save({ messages: { kinds: { [kind]: { [channel]: event.currentTarget.checked } } } })
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
            value={quiet.from}
            onChange={({ currentTarget: { value } }) => setQuiet({ ...quiet, from: value })}
          />
          <TextInput
            label={t('messages.quiet_to')}
            placeholder="07:00"
            w={140}
            value={quiet.to}
            onChange={({ currentTarget: { value } }) => setQuiet({ ...quiet, to: value })}
          />
          <Button variant="default" loading={action.isBusy} onClick={saveQuiet}>
            {t('messages.save_quiet')}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {t('messages.quiet_hint')}
        </Text>
      </Section>
      <TemplateEditor key={edited} kind={edited} settings={settings} />
    </>
  )
}

const variables = [
  ...['company', 'recipient', 'what', 'address', 'date', 'window', 'from', 'to', 'stops_before', 'minutes', 'time'],
  ...['reason', 'next_step', 'pin', 'link', 'phone'],
]

function TemplateEditor({ kind, settings }: { kind: MessageKind; settings: RecipientSettings }) {
  const { t, i18n } = useTranslation(['settings', 'shell'])
  const project = useProject()
  const { action, save } = useSaveRecipients()
  const [language, setLanguage] = useState(i18n.language as MessageLanguage)
  const [view, setView] = useState('email')
  const own = settings.messages.kinds[kind].templates[language] as MessageTemplate | undefined
  const defaults = settings.defaults[kind][language]
  const [drafts, setDrafts] = useState<Partial<Record<MessageLanguage, Partial<MessageTemplate>>>>({})
  const template = { ...defaults, ...withoutEmpty(own), ...drafts[language] }
  const [settled] = useDebouncedValue(template, 400)
  const preview = useQuery({
    queryKey: ['message-preview', project.id, kind, language, settled],
    queryFn: ({ signal }) =>
      call(
        'POST /app/v1/project/{project_id}/messages/preview',
        { project_id: project.id, body: { kind, language, template: settled } },
        { signal, repeatable: true, once: true },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const change = (part: keyof MessageTemplate, text: string) =>
    setDrafts({ ...drafts, [language]: { ...drafts[language], [part]: text } })
  const store = (texts: object | null) =>
    save({ messages: { kinds: { [kind]: { templates: { [language]: texts } } } } } as never)
  return (
    <Section
      title={t('messages.words_of', { kind: t(`kind.${kind}`) })}
      text={t('messages.words_text')}
      failure={action.failure}
      actions={
        <Select
          aria-label={t('account.language')}
          w={150}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={(value) => setLanguage(value as MessageLanguage)}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack gap="sm">
          <TextInput
            label={t('messages.subject')}
            value={template.subject}
            maxLength={200}
            onChange={({ currentTarget: { value } }) => change('subject', value)}
          />
          <Textarea
            label={t('messages.mail')}
            autosize
            minRows={8}
            maxRows={18}
            maxLength={5_000}
            value={template.email}
            onChange={({ currentTarget: { value } }) => change('email', value)}
          />
          <Textarea
            label={t('messages.sms_text')}
            autosize
            minRows={3}
            maxLength={640}
            value={template.sms}
            onChange={({ currentTarget: { value } }) => change('sms', value)}
          />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('messages.variables')} {variables.map((name) => `{{${name}}}`).join(' ')}
          </Text>
          <Group>
            <Button loading={action.isBusy} disabled={!drafts[language]} onClick={() => store(template)}>
              {t('shell:save')}
            </Button>
            <Button
              variant="default"
              onClick={async () => {
                if (await store(null)) setDrafts({ ...drafts, [language]: undefined as never })
              }}
            >
              {t('messages.reset')}
            </Button>
          </Group>
        </Stack>
        <Stack gap="sm">
          <SegmentedControl
            aria-label={t('messages.preview')}
            value={view}
            onChange={setView}
            data={[
              { value: 'email', label: t('messages.email') },
              { value: 'sms', label: 'SMS' },
            ]}
          />
          {preview.error ? (
            <Text c="var(--rw-failed)" role="alert">
              {failureText(preview.error, t)}
            </Text>
          ) : view === 'sms' ? (
            <>
              <div className={classes.phone}>{preview.data?.sms}</div>
              <Text size="xs" c="dimmed">
                {t('messages.parts', { count: preview.data?.sms_parts ?? 1 })}
              </Text>
            </>
          ) : (
            <>
              <Text fw={600}>{preview.data?.subject}</Text>
              <iframe
                className={classes.preview}
                title={t('messages.preview')}
                sandbox=""
                srcDoc={preview.data?.html ?? ''}
              />
            </>
          )}
        </Stack>
      </SimpleGrid>
    </Section>
  )
}

function withoutEmpty(template: MessageTemplate | undefined): MessageTemplate {
  return Object.fromEntries(Object.entries(template ?? {}).filter(([, text]) => text !== ''))
}
