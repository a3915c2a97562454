// Data about one recipient: found, shown with counts, taken away as an archive, erased.
import { Alert, Button, Group, List, Table, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import * as operations from '@routewright/client/operations'
import type { RecipientData as Known, RecipientErased, RecipientInput } from '@routewright/contract'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'

const criteria = ['phone', 'email', 'name', 'address'] as const
type Typed = Record<(typeof criteria)[number], string>
const nothing: Typed = { phone: '', email: '', name: '', address: '' }

export function RecipientData() {
  const { t } = useTranslation('privacy')
  const action = useAction()
  const [typed, setTyped] = useState(nothing)
  const [known, setKnown] = useState<{ who: RecipientInput; data: Known }>()
  const [erased, setErased] = useState<RecipientErased>()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const who = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
    setErased(undefined)
    setKnown(undefined)
    void action.run(async () => setKnown({ who, data: await call(operations.findRecipientData, { body: who }) }))
  }
  const erase = (who: RecipientInput, { fingerprint }: Known) =>
    action.run(async () => {
      setErased(await call(operations.eraseRecipientData, { body: { ...who, fingerprint } }))
      setKnown(undefined)
      setTyped(nothing)
    })
  return (
    <Section title={t('recipient.title')} text={t('recipient.text')} failure={action.failure}>
      <WhoForm typed={typed} isBusy={action.isBusy} onChange={setTyped} onSubmit={find} />
      {known && (
        <Found
          known={known.data}
          isBusy={action.isBusy}
          onExport={() =>
            void action.run(async () => save(await receive(operations.exportRecipientData, { body: known.who })))
          }
          onErase={() => void erase(known.who, known.data)}
        />
      )}
      {erased && (
        <Alert mt="md" color="teal" title={t('recipient.erased')}>
          <Remains codes={erased.remains.map(({ code }) => code)} />
        </Alert>
      )}
    </Section>
  )
}

interface WhoFormProps {
  typed: Typed
  isBusy: boolean
  onChange(typed: Typed): void
  onSubmit(event: FormEvent): void
}

function WhoForm({ typed, isBusy, onChange, onSubmit }: WhoFormProps) {
  const { t } = useTranslation('privacy')
  return (
    <form onSubmit={onSubmit}>
      <Group align="flex-end">
        {criteria.map((name) => (
          <TextInput
            key={name}
            label={t(`recipient.${name}`)}
            value={typed[name]}
            maxLength={250}
            onChange={({ currentTarget: { value } }) => onChange({ ...typed, [name]: value })}
          />
        ))}
        <Button type="submit" loading={isBusy} disabled={criteria.every((name) => typed[name].trim() === '')}>
          {t('recipient.find')}
        </Button>
      </Group>
    </form>
  )
}

interface FoundProps {
  known: Known
  isBusy: boolean
  onExport(): void
  onErase(): void
}

function Found({ known, isBusy, onExport, onErase }: FoundProps) {
  const { t } = useTranslation(['privacy', 'shell'])
  const formats = useFormats()
  const counts = Object.entries(known.counts).filter(([, count]) => count > 0)
  if (counts.length === 0) return <Alert mt="md">{t('recipient.nobody')}</Alert>
  return (
    <>
      <SettingsTable heads={[t('recipient.what'), t('recipient.count')]}>
        {counts.map(([name, count]) => (
          <Table.Tr key={name}>
            <Table.Td>{t(`counts.${name}`)}</Table.Td>
            <Table.Td>{formats.number(count)}</Table.Td>
          </Table.Tr>
        ))}
      </SettingsTable>
      <Examples known={known} />
      {known.open_stops > 0 && (
        <Alert mt="md" color="yellow">
          {t('recipient.open', { count: known.open_stops })}
        </Alert>
      )}
      <Group mt="md">
        <Button variant="default" leftSection={<IconDownload size={15} />} loading={isBusy} onClick={onExport}>
          {t('recipient.export')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          loading={isBusy}
          disabled={known.open_stops > 0}
          onClick={() => askToErase(t, known, onErase)}
        >
          {t('recipient.erase')}
        </Button>
      </Group>
    </>
  )
}

function askToErase(t: TFunction, { remains }: Known, onConfirm: () => void): void {
  modals.openConfirmModal({
    title: t('recipient.sure'),
    children: (
      <>
        <Text size="sm">{t('recipient.sure_text')}</Text>
        <Remains codes={remains.map(({ code }) => code)} />
      </>
    ),
    labels: { confirm: t('recipient.erase'), cancel: t('shell:cancel') },
    confirmProps: { color: 'red' },
    onConfirm,
  })
}

/** For people to see whether it is the right person. */
function Examples({ known: { examples } }: { known: Known }) {
  const { t } = useTranslation('privacy')
  const formats = useFormats()
  return (
    <SettingsTable heads={['record', 'name', 'address', 'day'].map((name) => t(`recipient.${name}`))}>
      {examples.map(({ id, type, label, name, address, date }) => (
        <Table.Tr key={id}>
          <Table.Td>{t(`recipient.type_${type}`)}</Table.Td>
          <Table.Td>{[...new Set([label, name])].filter(Boolean).join(' · ')}</Table.Td>
          <Table.Td>{address}</Table.Td>
          <Table.Td>{date && formats.date(date)}</Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  )
}

/** Copies that this service does not reach. */
function Remains({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('privacy')
  return (
    <>
      <Text size="sm" mt="sm">
        {t('remains.title')}
      </Text>
      <List size="sm">
        {codes.map((code) => (
          <List.Item key={code}>{t(`remains.${code}`)}</List.Item>
        ))}
      </List>
    </>
  )
}
