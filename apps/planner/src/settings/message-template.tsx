// The own words of one kind of message, in every language, with a live preview.

import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { MessageKind, MessageLanguage, RecipientSettings } from '@routewright/contract'
import { languageNames, languages } from '@routewright/ui/words'
import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import { type Field, type FormValues, nestFields } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { failureText } from '../shell/failure.ts'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { languageOptions } from './project-fields.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useRecipients } from './use-recipients.ts'

const variables = [
  ...['company', 'recipient', 'what', 'address', 'date', 'window', 'from', 'to', 'stops_before', 'minutes', 'time'],
  ...['reason', 'taker', 'next_step', 'pin', 'link', 'phone'],
]

/** Both channels beside each other, with the preview of what the service would send. */
export function MessageTemplateForm({ kind, settings }: { kind: MessageKind; settings: RecipientSettings }) {
  const { t, i18n } = useTranslation(['settings', 'shell'])
  const { send, read } = useRecipients()
  const [language, setLanguage] = useState(i18n.language as MessageLanguage)
  const form = useRecordForm<RecipientSettings>({
    words: 'settings',
    fields: languages.flatMap((language) => textFields(t, kind, language, settings)),
    stored: settings,
    staysOpen: true,
    update: (change, over) => send(nestFields(change), over),
    read,
  })
  const shown = textFields(t, kind, language, settings)
  const emptied = Object.fromEntries(shown.map(({ name }) => [name, '']))
  return (
    <Section
      title={t('messages.words_of', { kind: t(`kind.${kind}`) })}
      text={t('messages.words_text')}
      failure={form.failure}
      actions={<LanguageChoice language={language} onChange={setLanguage} />}
    >
      {form.notice}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack gap="sm">
          <FieldGrid fields={shown} form={{ ...form, label: ({ word }) => t(word!) }} isNarrow />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('messages.variables')} {variables.map((name) => `{{${name}}}`).join(' ')}
          </Text>
          <Group>
            <Button loading={form.isBusy} disabled={!form.isChanged} onClick={() => void form.save()}>
              {t('shell:save')}
            </Button>
            <Button variant="default" onClick={() => void form.save(emptied)}>
              {t('messages.reset')}
            </Button>
          </Group>
        </Stack>
        <Preview kind={kind} language={language} values={form.values} />
      </SimpleGrid>
    </Section>
  )
}

interface LanguageChoiceProps {
  language: MessageLanguage
  onChange(language: MessageLanguage): void
}

function LanguageChoice({ language, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation('settings')
  return (
    <Select
      aria-label={t('account.language')}
      w={150}
      allowDeselect={false}
      data={languageOptions}
      value={language}
      onChange={(value) => onChange(value as MessageLanguage)}
    />
  )
}

interface PreviewProps {
  kind: MessageKind
  language: MessageLanguage
  values: FormValues
}

function Preview({ kind, language, values }: PreviewProps) {
  const { t } = useTranslation('settings')
  const [view, setView] = useState('email')
  const preview = usePreview({ kind, language, values })
  return (
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
  )
}

/** The message that the service would send, a moment after the last key. */
function usePreview({ kind, language, values }: PreviewProps) {
  const project = useProject()
  const [settled] = useDebouncedValue(values, 400)
  const getText = (part: Part) => settled[getName(kind, language, part)] as string
  const template = { subject: getText('subject'), email: getText('email'), sms: getText('sms') }
  return useAnswer(
    ['message-preview', project.id, kind, language, template],
    operations.previewMessage,
    { project_id: project.id, body: { kind, language, template } },
    {
      how: { repeatable: true, once: true },
      placeholderData: keepPreviousData,
      retry: false,
    },
  )
}

const parts = ['subject', 'email', 'sms'] as const
type Part = (typeof parts)[number]

const partFields = {
  subject: { kind: 'text', word: 'messages.subject', input: { maxLength: 200 } },
  email: { kind: 'long', word: 'messages.mail', input: { minRows: 8, maxRows: 18, maxLength: 5_000 } },
  sms: { kind: 'long', word: 'messages.sms_text', input: { minRows: 3, maxRows: 18, maxLength: 640 } },
} as const satisfies Record<Part, Partial<Field>>

/** Where the own text stands in the settings. */
function getName(kind: MessageKind, language: MessageLanguage, part: Part): string {
  return `messages.kinds.${kind}.templates.${language}.${part}`
}

/** The words of a message in one language, as they are sent now: the own ones, else ours. An empty one brings ours back. */
function textFields(t: TFunction, kind: MessageKind, language: MessageLanguage, { defaults }: RecipientSettings) {
  return parts.map((part): Field => {
    const ours = defaults[kind][language][part] ?? ''
    return {
      ...partFields[part],
      name: getName(kind, language, part),
      label: `${t(partFields[part].word)} (${languageNames[language]})`,
      shown: (own) => own || ours,
      read: (text) => text,
    }
  })
}
