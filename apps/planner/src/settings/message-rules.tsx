// Which messages recipients get by which channel, when none are sent, and the words of each kind.
import { Button, Group, Switch, Table, Text, TextInput } from '@mantine/core'
import type { MessageKind, RecipientSettings } from '@routewright/contract'
import { parseTime, timeText } from '@routewright/reading/written-times'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../forms/field-input.tsx'
import { type Field, nestFields, type OwnInputProps } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useFormats } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import { MessageTemplateForm } from './message-template.tsx'
import { MessageTimes } from './message-times.tsx'
import { Section } from './section.tsx'
import { SettingsTable } from './settings-table.tsx'
import { useRecipients } from './use-recipients.ts'

const kinds = [
  ...(['planned', 'started', 'approaching', 'delayed', 'completed', 'failed', 'canceled'] as const),
  ...(['address_check', 'pin', 'choose_slot', 'slot_chosen'] as const),
] satisfies readonly MessageKind[]

export function MessageRules({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation(['settings', 'records'])
  const { send } = useRecipients()
  const { messages, channels } = settings
  const [edited, setEdited] = useState<MessageKind>('planned')
  const switching = useAction()
  const setChannel = (kind: MessageKind, channel: string, isOn: boolean) =>
    switching.run(() => send({ messages: { kinds: { [kind]: { [channel]: isOn } } } }), t('records:saved'))
  return (
    <>
      <Section name="messages" title={t('messages.title')} text={t('messages.text')} failure={switching.failure}>
        {!channels.sms && (
          <Text size="sm" c="dimmed" mb="sm">
            {t('messages.no_sms')}
          </Text>
        )}
        <SettingsTable
          heads={[t('messages.occasion'), t('messages.email'), 'SMS', { said: t('messages.words'), width: 120 }]}
        >
          {kinds.map((kind) => (
            <KindRow
              key={kind}
              kind={kind}
              channels={messages.kinds[kind]}
              isEdited={edited === kind}
              onEdit={() => setEdited(kind)}
              onChannel={(channel, isOn) => void setChannel(kind, channel, isOn)}
            />
          ))}
        </SettingsTable>
        <QuietHoursForm settings={settings} />
      </Section>
      <MessageTimes settings={settings} />
      <MessageTemplateForm key={edited} kind={edited} settings={settings} />
    </>
  )
}

interface KindRowProps {
  kind: MessageKind
  channels: Record<'email' | 'sms', boolean>
  isEdited: boolean
  onEdit(): void
  onChannel(channel: 'email' | 'sms', isOn: boolean): void
}

function KindRow({ kind, channels, isEdited, onEdit, onChannel }: KindRowProps) {
  const { t } = useTranslation('settings')
  return (
    <Table.Tr>
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
            checked={channels[channel]}
            onChange={({ currentTarget: { checked } }) => onChannel(channel, checked)}
          />
        </Table.Td>
      ))}
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant={isEdited ? 'light' : 'default'}
          aria-pressed={isEdited}
          aria-label={t('messages.words_of', { kind: t(`kind.${kind}`) })}
          onClick={onEdit}
        >
          {t('messages.words')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

type QuietHours = NonNullable<RecipientSettings['messages']['quiet_hours']>

/** Both ends as they are typed. */
interface TypedHours {
  from: string
  to: string
}

function QuietHoursForm({ settings }: { settings: RecipientSettings }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { send, read } = useRecipients()
  // One field for both ends: half of another's hours and half of one's own are nobody's.
  const field: Field = {
    name: 'messages.quiet_hours',
    kind: 'own',
    label: `${t('messages.quiet_from')} – ${t('messages.quiet_to')}`,
    Own: QuietHoursInput,
    shown: (hours?: QuietHours | null): TypedHours =>
      hours ? { from: timeText(hours.from), to: timeText(hours.to) } : { from: '', to: '' },
    read: quietHours,
    written: (typed: TypedHours) => {
      const hours = quietHours(typed)
      return hours ? formats.timeWindow([hours.from, hours.to]) : ''
    },
  }
  const form = useRecordForm<RecipientSettings>({
    words: 'settings',
    fields: [field],
    stored: settings,
    staysOpen: true,
    update: (change, over) => send(nestFields(change), over),
    read,
  })
  const { values, errors, change } = form
  return (
    <form id={form.id} onSubmit={form.onSubmit}>
      <Group mt="md" align="flex-end">
        <FieldInput
          field={field}
          label={form.label(field)}
          hint=""
          values={values}
          error={errors[field.name] ?? form.failure}
          onChange={(typed) => change({ [field.name]: typed })}
        />
        <Button type="submit" variant="default" loading={form.isBusy}>
          {t('messages.save_quiet')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('messages.quiet_hint')}
      </Text>
      {form.notice}
    </form>
  )
}

function QuietHoursInput({ value, onChange }: OwnInputProps<TypedHours>) {
  const { t } = useTranslation('settings')
  return (
    <>
      <TextInput
        label={t('messages.quiet_from')}
        placeholder="21:00"
        w={140}
        value={value.from}
        onChange={({ currentTarget }) => onChange({ ...value, from: currentTarget.value })}
      />
      <TextInput
        label={t('messages.quiet_to')}
        placeholder="07:00"
        w={140}
        value={value.to}
        onChange={({ currentTarget }) => onChange({ ...value, to: currentTarget.value })}
      />
    </>
  )
}

/** Null where one end is missing or no time. */
function quietHours(typed: TypedHours): QuietHours | null {
  const [from, to] = [parseTime(typed.from), parseTime(typed.to)]
  return from === undefined || to === undefined ? null : { from, to }
}
