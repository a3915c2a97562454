// How early recipients hear of a delivery, and of which country their phone numbers are.
import type { RecipientSettings } from '@routewright/contract'
import { listPhoneCountries } from '@routewright/contract/phone'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Field, nestFields } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useRecipients } from './use-recipients.ts'

export function MessageTimes({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation('settings')
  const { send, read } = useRecipients()
  const countries = useCountries()
  const fields: Field[] = [
    {
      name: 'messages.kinds.planned.days_before',
      kind: 'count',
      word: 'messages.days_before',
      hint: 'messages.days_before_hint',
      input: { min: 0, max: 14 },
    },
    {
      name: 'messages.country',
      kind: 'choice',
      word: 'messages.country',
      hint: 'messages.country_hint',
      options: countries,
    },
  ]
  const form = useRecordForm<RecipientSettings>({
    words: 'settings',
    fields,
    stored: settings,
    staysOpen: true,
    update: (change, over) => send(nestFields(change), over),
    read,
  })
  return <SettingsForm title={t('messages.when_title')} form={form} fields={fields} />
}

/** All countries that have phone numbers, by name. */
function useCountries() {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const options = listPhoneCountries().map((value) => ({ value, label: names.of(value) ?? value }))
    return options.sort((a, b) => a.label.localeCompare(b.label, language))
  }, [language])
}
