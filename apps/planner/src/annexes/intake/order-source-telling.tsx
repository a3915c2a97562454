// Reports of orders to a shop: where it is reached, what it gets for each state, a test, and the log.
import { Button, Drawer, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderSource, ShopTellingInput } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteSuccess } from '../../shell/notices.tsx'
import { call } from '../../shell/service.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { OrderSourceTold } from './order-source-told.tsx'

/** The same list as the contract's; the page carries its words, not the whole contract. */
const states = ['planned', 'under_way', 'done', 'failed'] as const
const entries = ['url', 'user', 'database', 'field'] as const
type Entry = (typeof entries)[number]

/** Beside the address and the secret, by the kind of shop. */
const asked: Record<OrderSource['kind'], readonly Entry[]> = {
  woocommerce: ['url', 'user'],
  shopify: ['url'],
  odoo: ['url', 'database', 'user'],
  erpnext: ['url', 'user', 'field'],
  prestashop: ['url'],
  custom: ['url'],
}

interface TellingProps {
  source: OrderSource
  onClose(): void
  onSaved(): Promise<unknown>
}

export function OrderSourceTelling({ source, onClose, onSaved }: TellingProps) {
  const { t } = useTranslation('settings')
  const title = t('telling.title', { label: source.label })
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={title}>
      <Stack>
        <Text size="sm">{t('telling.text')}</Text>
        <TellingForm source={source} onSaved={onSaved} />
        <OrderSourceTold source={source} />
      </Stack>
    </Drawer>
  )
}

/** The entered values, and the calls that save and end them. */
function useTelling(source: OrderSource, onSaved: () => Promise<unknown>) {
  const { t, i18n } = useTranslation(['settings', 'shell'])
  const action = useAction()
  const [telling, setTelling] = useState(source.telling)
  const [entered, setEntered] = useState<Partial<Record<Entry, string>>>(telling ?? {})
  const [values, setValues] = useState<Record<string, string>>(telling?.states ?? {})
  const [secret, setSecret] = useState('')
  const path = { order_source_id: source.id }
  const keep = async (now: OrderSource) => {
    setTelling(now.telling)
    setValues(now.telling?.states ?? {})
    setSecret('')
    await onSaved()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      ...withoutEmpty(pickEntries(entered)),
      language: i18n.language.slice(0, 2),
      ...(secret ? { secret } : {}),
      ...(telling ? { states: withoutEmpty(values) } : {}),
    } as ShopTellingInput
    void action.run(async () => keep(await call(operations.setShopTelling, { ...path, body })), t('telling.saved'))
  }
  const end = () => void action.run(async () => keep(await call(operations.endShopTelling, path)))
  return { action, telling, entered, setEntered, values, setValues, secret, setSecret, save, end }
}

function TellingForm({ source, onSaved }: Omit<TellingProps, 'onClose'>) {
  const { t } = useTranslation('settings')
  const { action, telling, entered, setEntered, values, setValues, secret, setSecret, save, end } = useTelling(
    source,
    onSaved,
  )
  const { failure, ask } = useTest(source)
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <Refusal text={action.failure || failure} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Entries kind={source.kind} entered={entered} onChange={setEntered} />
          <PasswordInput
            label={t('telling.secret', { context: source.kind })}
            description={telling && t('telling.secret_stored')}
            value={secret}
            maxLength={500}
            autoComplete="off"
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
        </SimpleGrid>
        {telling && <States values={values} onChange={setValues} />}
        <Group justify="space-between">
          <Button type="submit" loading={action.isBusy}>
            {t('telling.save')}
          </Button>
          {telling && (
            <Group gap="xs">
              <Button variant="default" onClick={ask}>
                {t('webhooks.test')}
              </Button>
              <Button variant="default" onClick={end}>
                {t('telling.end')}
              </Button>
            </Group>
          )}
        </Group>
      </Stack>
    </form>
  )
}

interface EntriesProps {
  kind: OrderSource['kind']
  entered: Partial<Record<Entry, string>>
  onChange(entered: Partial<Record<Entry, string>>): void
}

function Entries({ kind, entered, onChange }: EntriesProps) {
  const { t } = useTranslation('settings')
  return asked[kind].map((name) => (
    <TextInput
      key={name}
      label={t(`telling.entry.${name}`, { context: kind })}
      required={name !== 'field'}
      value={entered[name] ?? ''}
      maxLength={500}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange({ ...entered, [name]: currentTarget.value })}
    />
  ))
}

interface StatesProps {
  values: Record<string, string>
  onChange(values: Record<string, string>): void
}

function States({ values, onChange }: StatesProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Text size="sm">{t('telling.states')}</Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {states.map((state) => (
          <TextInput
            key={state}
            label={t(`telling.state.${state}`)}
            value={values[state] ?? ''}
            maxLength={100}
            onChange={({ currentTarget }) => onChange({ ...values, [state]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </>
  )
}

/** Asks the shop for something that changes nothing, and tells what it said. */
function useTest(source: OrderSource) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const ask = () =>
    void action.run(async () => {
      const { ok, detail } = await call(operations.testShopTelling, { order_source_id: source.id })
      if (!ok) throw new Error(detail)
      noteSuccess(t('telling.test_ok'))
    })
  return { failure: action.failure, ask }
}

/** Picks the fields of this form from the stored settings, which hold more. */
function pickEntries(entered: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(entries.map((name) => [name, entered[name]]))
}

function withoutEmpty(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const filled = Object.entries(values).filter(([, value]) => typeof value === 'string' && value.trim())
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value).trim()]))
}
