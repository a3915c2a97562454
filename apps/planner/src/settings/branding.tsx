// How the sender looks to recipients: name, ways to reach him, colour and logo.
import { Button, FileButton, Group, Text } from '@mantine/core'
import type { RecipientSettings } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { type Field, nestedOf, type OwnInputProps } from '../forms/fields.ts'
import type { Fields } from '../forms/save-seen.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { useRecipients } from './use-recipients.ts'

const fields: Field[] = [
  ...['name', 'phone', 'email', 'website'].map(
    (name): Field => ({ name: `branding.${name}`, kind: 'text', word: `branding.${name}` }),
  ),
  { name: 'branding.color', kind: 'color', word: 'branding.color', input: { swatches: [] } },
  {
    name: 'branding.logo_url',
    kind: 'own',
    word: 'branding.logo',
    isWide: false,
    Own: LogoInput,
    shown: (stored) => stored ?? '',
    written: (url) => (url === '' ? '–' : '✓'),
  },
]

export function Branding({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation('settings')
  const { send, read } = useRecipients()
  const form = useRecordForm<RecipientSettings>({
    words: 'settings',
    fields,
    stored: settings,
    staysOpen: true,
    update: (change, over) => send({ branding: brandingOf(change) }, over),
    read,
  })
  return <SettingsForm title={t('branding.title')} text={t('branding.text')} form={form} fields={fields} />
}

/** The picture itself is sent under another name than its address is read. */
function brandingOf(change: Fields) {
  const { logo_url, ...branding } = nestedOf(change).branding as Fields
  return logo_url === undefined ? branding : { ...branding, logo: logo_url as string | null }
}

function LogoInput({ label, value, onChange }: OwnInputProps<string>) {
  const { t } = useTranslation('settings')
  const take = (file: File | null) => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => onChange(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Group>
        {value && <img src={value} alt={label} className={classes.logo} />}
        <FileButton onChange={take} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t('branding.choose')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange('')}>
            {t('branding.remove')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('branding.logo_hint')}
      </Text>
    </>
  )
}
