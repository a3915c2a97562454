// Parts of the recipients' page, and their rights there.
import { Box } from '@mantine/core'
import type { CustomFieldDefinition, RecipientSettings } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import { type Field, nestFields } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useStopFields } from '../shell/stop-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import { useRecipients } from './use-recipients.ts'

export function PageRules({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation('settings')
  const { send, read } = useRecipients()
  const ownFields = useStopFields()
  const chosen = chosenFields(t, ownFields)
  const form = useRecordForm<RecipientSettings>({
    words: 'settings',
    fields: [...chosen, ...allowed],
    stored: settings,
    staysOpen: true,
    update: (change, over) => send(nestFields(change), over),
    read,
  })
  return (
    <SettingsForm name="page" title={t('page.title')} text={t('page.text')} form={form} fields={chosen}>
      <Box mt="md">
        <FieldGrid fields={allowed} form={form} isNarrow />
      </Box>
    </SettingsForm>
  )
}

function chosenFields(t: TFunction, ownFields: readonly CustomFieldDefinition[]): Field[] {
  const choice = (name: string, values: readonly string[]): Field => ({
    name: `page.${name}`,
    kind: 'pick',
    word: `page.${name}`,
    options: values.map((value) => ({ value, label: t(`page.${name}_${value}`) })),
  })
  return [
    choice('van', ['never', 'near', 'always']),
    {
      name: 'page.van_stops',
      kind: 'count',
      word: 'page.van_stops',
      input: { min: 0, max: 50 },
      isDisabled: (values) => values['page.van'] !== 'near',
    },
    choice('proof', ['none', 'photos', 'photos_and_signature']),
    choice('contents', ['none', 'count', 'codes']),
    {
      name: 'page.contents_field',
      kind: 'pick',
      word: 'page.contents_field',
      hint: 'page.contents_field_hint',
      options: [
        { value: '', label: t('page.contents_field_none') },
        ...ownFields.map(({ name, label }) => ({ value: name, label: label ?? name })),
      ],
    },
    {
      name: 'page.correct_until_stops',
      kind: 'count',
      word: 'page.correct_until',
      input: { min: 1, max: 50 },
      isDisabled: (values) => values['page.allow_correction'] !== true,
    },
  ]
}

const allowed: Field[] = [
  ...['show_stops_before', 'show_driver', 'allow_instructions', 'allow_correction', 'survey'].map(
    (name): Field => ({ name: `page.${name}`, kind: 'switch', word: `page.${name}` }),
  ),
  {
    name: 'page.next_step',
    kind: 'long',
    word: 'page.next_step',
    hint: 'page.next_step_hint',
    input: { maxLength: 500 },
  },
]
