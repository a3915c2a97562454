// The own words of one kind of message, in every language, with a live preview.
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MessageKind, MessageLanguage, MessageTemplate, RecipientSettings } from '@routewright/contract'
import { languageNames, languages } from '@routewright/ui/words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { useProject } from '../shell/session.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useRecipients } from './use-recipients.ts'
import { useSeenForm } from './use-seen-form.tsx'

const variables = [
  ...['company', 'recipient', 'what', 'address', 'date', 'window', 'from', 'to', 'stops_before', 'minutes', 'time'],
  ...['reason', 'next_step', 'pin', 'link', 'phone'],
]

/** Both channels beside each other, with the preview of what the service would send. */
export function MessageTemplateForm({ kind, settings }: { kind: MessageKind; settings: RecipientSettings }) {
  const { t, i18n } = useTranslation(['settings', 'shell'])
  const project = useProject()
  const { send, read } = useRecipients()
  const [language, setLanguage] = useState(i18n.language as MessageLanguage)
  const [view, setView] = useState('email')
  const { form, change, action, isChanged, save, notice } = useSeenForm<RecipientSettings, Texts>({
    stored: settings,
    formOf: (stored) => textsOf(stored, kind),
    send: (fields, over) => send({ messages: { kinds: { [kind]: { templates: templatesOf(fields) } } } }, over),
    read,
    labelOf: (name) => {
      const [of, part] = name.split('.') as [MessageLanguage, Part]
      return `${t(`messages.${partWords[part]}`)} (${languageNames[of]})`
    },
  })
  const textOf = (part: Part) => form[`${language}.${part}`]
  const template = { subject: textOf('subject'), email: textOf('email'), sms: textOf('sms') }
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
  const type = (part: Part, text: string) => change({ [`${language}.${part}`]: text })
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
      {notice}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack gap="sm">
          <TextInput
            label={t('messages.subject')}
            value={template.subject}
            maxLength={200}
            onChange={({ currentTarget: { value } }) => type('subject', value)}
          />
          <Textarea
            label={t('messages.mail')}
            autosize
            minRows={8}
            maxRows={18}
            maxLength={5_000}
            value={template.email}
            onChange={({ currentTarget: { value } }) => type('email', value)}
          />
          <Textarea
            label={t('messages.sms_text')}
            autosize
            minRows={3}
            maxLength={640}
            value={template.sms}
            onChange={({ currentTarget: { value } }) => type('sms', value)}
          />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('messages.variables')} {variables.map((name) => `{{${name}}}`).join(' ')}
          </Text>
          <Group>
            <Button loading={action.isBusy} disabled={!isChanged} onClick={() => void save()}>
              {t('shell:save')}
            </Button>
            <Button
              variant="default"
              onClick={() => void save(Object.fromEntries(parts.map((part) => [`${language}.${part}`, ''])))}
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

const parts = ['subject', 'email', 'sms'] as const
type Part = (typeof parts)[number]
const partWords = { subject: 'subject', email: 'mail', sms: 'sms_text' } as const satisfies Record<Part, string>

/** The words of a message in all languages, as they are sent now. */
type Texts = Record<`${MessageLanguage}.${Part}`, string>

function textsOf({ messages, defaults }: RecipientSettings, kind: MessageKind): Texts {
  const own = messages.kinds[kind].templates
  const entries = languages.flatMap((language) => {
    const template = { ...defaults[kind][language], ...withoutEmpty(own[language]) }
    return parts.map((part) => [`${language}.${part}`, template[part] ?? ''])
  })
  return Object.fromEntries(entries) as Texts
}

/** Texts by `language.part` as they are sent; an empty one brings ours back. */
function templatesOf(fields: Record<string, unknown>): Partial<Record<MessageLanguage, MessageTemplate>> {
  const templates: Partial<Record<MessageLanguage, MessageTemplate>> = {}
  for (const [name, text] of Object.entries(fields)) {
    const [language, part] = name.split('.') as [MessageLanguage, Part]
    templates[language] = { ...templates[language], [part]: String(text) }
  }
  return templates
}

function withoutEmpty(template: MessageTemplate | undefined): MessageTemplate {
  return Object.fromEntries(Object.entries(template ?? {}).filter(([, text]) => text !== ''))
}
