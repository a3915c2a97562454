// The sender's look for recipients: name, contacts, colour and logo.
import { Button, FileButton, Group, Text } from '@mantine/core'
import { brandFonts, type RecipientSettings } from '@routewright/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Field, nestFields, type OwnInputProps } from '../forms/fields.ts'
import type { Fields } from '../forms/save-seen.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { useRecipients } from './use-recipients.ts'

const listFields = (t: TFunction): Field[] => [
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
  const fields = listFields(t)
  const form = useRecordForm<RecipientSettings>({
    words: 'settings',
    fields,
    stored: settings,
    staysOpen: true,
    update: (change, over) => send({ branding: getBranding(change) }, over),
    read,
  })
  return (
    <SettingsForm name="branding" title={t('branding.title')} text={t('branding.text')} form={form} fields={fields} />
  )
}

/** The picture and the font themselves are sent under other names than their addresses are read. */
function getBranding(change: Fields) {
  const { logo_url, font_url, ...branding } = nestFields(change).branding as Fields
  return {
    ...branding,
    ...(logo_url !== undefined && { logo: logo_url as string | null }),
    ...(font_url !== undefined && { font_file: font_url as string | null }),
  }
}

function LogoInput({ label, value, onChange }: OwnInputProps<string>) {
  const { t } = useTranslation('settings')
  return (
    <FileInput
      label={label}
      value={value}
      onChange={onChange}
      shown={<img src={value} alt={label} className={classes.logo} />}
      accept="image/png,image/jpeg,image/webp"
      words={{ choose: t('branding.choose'), remove: t('branding.remove'), hint: t('branding.logo_hint') }}
    />
  )
}

/** A font of the sender's own precedes the kind of letters; the preview shows it. */
function FontInput({ label, value, onChange }: OwnInputProps<string>) {
  const { t } = useTranslation('settings')
  return (
    <FileInput
      label={label}
      value={value}
      onChange={onChange}
      shown={<Text size="sm">{t('branding.font_there')}</Text>}
      accept=".woff2,font/woff2"
      words={{ choose: t('branding.choose_font'), remove: t('branding.remove_font'), hint: t('branding.font_hint') }}
    />
  )
}

interface FileInputProps extends Pick<OwnInputProps<string>, 'label' | 'value' | 'onChange'> {
  /** The file that is there. */
  shown: ReactNode
  accept: string
  /** `remove` is what the button is called for who does not see where it stands. */
  words: Record<'choose' | 'remove' | 'hint', string>
}

/** A file as a data URL; empty where there is none. */
function FileInput({ label, value, onChange, shown, accept, words }: FileInputProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Group>
        {value && shown}
        <FileButton onChange={(file) => readFile(file, onChange)} accept={accept}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {words.choose}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange('')} aria-label={words.remove}>
            {t('branding.remove')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {words.hint}
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
