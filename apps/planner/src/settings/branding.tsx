// How the sender looks to recipients: name, ways to reach him, colour and logo.
import { Button, FileButton, Group, Text } from '@mantine/core'
import { brandFonts, type RecipientSettings } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Field, nestedOf, type OwnInputProps } from '../forms/fields.ts'
import type { Fields } from '../forms/save-seen.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { useRecipients } from './use-recipients.ts'

const fieldsOf = (t: TFunction): Field[] => [
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
  {
    name: 'branding.font',
    kind: 'pick',
    word: 'branding.font',
    options: brandFonts.map((value) => ({ value, label: t(`branding.font_${value}`) })),
    shown: (stored) => stored ?? 'system',
  },
  {
    name: 'branding.font_url',
    kind: 'own',
    word: 'branding.own_font',
    isWide: false,
    Own: FontInput,
    shown: (stored) => stored ?? '',
    written: (url) => (url === '' ? '–' : '✓'),
  },
]

export function Branding({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation('settings')
  const { send, read } = useRecipients()
  const fields = fieldsOf(t)
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

/** The picture and the font themselves are sent under other names than their addresses are read. */
function brandingOf(change: Fields) {
  const { logo_url, font_url, ...branding } = nestedOf(change).branding as Fields
  return {
    ...branding,
    ...(logo_url !== undefined && { logo: logo_url as string | null }),
    ...(font_url !== undefined && { font_file: font_url as string | null }),
  }
}

function LogoInput({ label, value, onChange }: OwnInputProps<string>) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Group>
        {value && <img src={value} alt={label} className={classes.logo} />}
        <FileButton onChange={(file) => readFile(file, onChange)} accept="image/png,image/jpeg,image/webp">
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

/** A font of his own goes before the kind of letters; what it looks like is seen on the page. */
function FontInput({ label, value, onChange }: OwnInputProps<string>) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Group>
        {value && <Text size="sm">{t('branding.font_there')}</Text>}
        <FileButton onChange={(file) => readFile(file, onChange)} accept=".woff2,font/woff2">
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t('branding.choose_font')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => onChange('')}
            aria-label={t('branding.remove_font')}
          >
            {t('branding.remove')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('branding.font_hint')}
      </Text>
    </>
  )
}

function readFile(file: File | null, done: (dataUrl: string) => void): void {
  if (!file) return
  const reader = new FileReader()
  reader.onload = () => done(String(reader.result))
  reader.readAsDataURL(file)
}
