// Where a source fetches its files: server, user, secret, which files, how often, and where those that were taken go.
import { Button, Group, PasswordInput, Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderFetchingInput, OrderSource } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shell/service.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'

const places = ['host', 'port', 'user'] as const
const files = ['folder', 'pattern', 'move_to'] as const
type Entry = (typeof places)[number] | (typeof files)[number]
type Way = OrderFetchingInput['way']

/** Values that apply where a field is left empty. */
const usual: Record<Way, Partial<Record<Entry, string>>> = {
  sftp: { port: '22', folder: '.', pattern: '*' },
  mail: { port: '993', folder: 'INBOX', pattern: '*' },
}
const intervals = ['5', '15', '30', '60', '240', '1440']

interface FetchingProps {
  way: Way
  source: OrderSource
  onSaved(): Promise<unknown>
}

/** The entered values, and the call that saves them. */
function useFetching({ way, source, onSaved }: FetchingProps) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const stored = source.fetching?.way === way ? source.fetching : undefined
  const [entered, setEntered] = useState<Partial<Record<Entry, string>>>(() => getTexts(stored))
  const [senders, setSenders] = useState<string[]>(stored?.senders ?? [])
  const [minutes, setMinutes] = useState(String(stored?.every_minutes ?? 15))
  const [secrets, setSecrets] = useState<Record<string, string>>({})
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { port, ...texts } = withoutEmpty(entered)
    const body = {
      way,
      ...texts,
      ...withoutEmpty(secrets),
      every_minutes: Number(minutes),
      ...(port ? { port: Number(port) } : {}),
      ...(senders.length > 0 ? { senders } : {}),
    } as OrderFetchingInput
    const send = async () => {
      await call(operations.setOrderFetching, { order_source_id: source.id, body })
      setSecrets({})
      await onSaved()
    }
    void action.run(send, t('fetching.saved'))
  }
  return { action, stored, entered, setEntered, senders, setSenders, minutes, setMinutes, secrets, setSecrets, save }
}

export function OrderSourceFetching(props: FetchingProps) {
  const { t } = useTranslation('settings')
  const { way } = props
  const form = useFetching(props)
  const { action, stored, entered, setEntered, senders, setSenders, minutes, setMinutes } = form
  const inputs = (names: readonly Entry[]) =>
    names.map((name) => (
      <TextInput
        key={name}
        label={t(`fetching.entry.${name}`, { context: way })}
        required={name === 'host' || name === 'user'}
        placeholder={usual[way][name]}
        value={entered[name] ?? ''}
        maxLength={500}
        inputMode={name === 'port' ? 'numeric' : undefined}
        autoComplete="off"
        onChange={({ currentTarget }) => setEntered({ ...entered, [name]: currentTarget.value })}
      />
    ))
  const choices = intervals.map((value) => ({ value, label: t(`fetching.minutes.${value}`) }))
  return (
    <form onSubmit={form.save}>
      <Stack gap="sm">
        <Refusal text={action.failure} />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>{inputs(places)}</SimpleGrid>
        <Secrets way={way} isStored={stored !== undefined} values={form.secrets} onChange={form.setSecrets} />
        {way === 'mail' && <Senders senders={senders} onChange={setSenders} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {inputs(files)}
          <Select
            label={t('fetching.every')}
            data={choices}
            value={minutes}
            allowDeselect={false}
            onChange={(value) => setMinutes(value ?? '15')}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={action.isBusy}>
            {t('fetching.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Senders({ senders, onChange }: { senders: string[]; onChange(senders: string[]): void }) {
  const { t } = useTranslation('settings')
  return (
    <TagsInput
      label={t('fetching.senders')}
      description={t('fetching.senders_hint')}
      required={senders.length === 0}
      value={senders}
      onChange={onChange}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  )
}

interface SecretsProps {
  way: Way
  isStored: boolean
  values: Record<string, string>
  onChange(values: Record<string, string>): void
}

function Secrets({ way, isStored, values, onChange }: SecretsProps) {
  const { t } = useTranslation('settings')
  const input = (name: string) => ({
    label: t(`fetching.${name}`),
    value: values[name] ?? '',
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...values, [name]: currentTarget.value }),
  })
  return (
    <>
      <PasswordInput {...input('password')} description={isStored && t('telling.secret_stored')} maxLength={1_000} />
      {way === 'sftp' && (
        <Textarea
          {...input('ssh_key')}
          description={t('fetching.ssh_key_hint')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={16_384}
          spellCheck={false}
        />
      )}
      {way === 'sftp' && values.ssh_key && <PasswordInput {...input('passphrase')} maxLength={1_000} />}
    </>
  )
}

function getTexts(stored: OrderSource['fetching']): Partial<Record<Entry, string>> {
  if (!stored) return {}
  const { host, port, user, folder, pattern, move_to } = stored
  return { host, port: String(port), user, folder, ...(pattern ? { pattern } : {}), ...(move_to ? { move_to } : {}) }
}

function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim()))
}
