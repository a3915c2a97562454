// The form of a source of orders: which shop, into which project, what it signs with; its address is shown once.
import { Alert, Button, Code, Modal, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderSource, OrderSourceInput } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field, Option } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useProject, useProjects } from '../shell/session.ts'
import { kinds } from './order-mapping.ts'

interface SourceFormProps {
  source: OrderSource | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function OrderSourceForm({ source, onClose, onSaved }: SourceFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const [address, setAddress] = useState('')
  const projects = useProjects().map(({ id, label }) => ({ value: id, label }))
  const fields = sourceFields(t, projects, source !== undefined)
  const form = useRecordForm<OrderSource>({
    words: 'settings',
    fields,
    stored: source,
    fresh: { kind: 'woocommerce', project_id: useProject().id, enabled: true },
    ...useSourceCalls(source, onSaved, (made) => (made ? setAddress(made) : onClose())),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      title={t(source ? 'orders.edit' : 'orders.new')}
    >
      {address ? (
        <AddressOnce address={address} onClose={onClose} />
      ) : (
        <form id={form.id} onSubmit={form.onSubmit}>
          <Stack>
            <FieldGrid fields={fields} form={form} isNarrow />
            <FormFoot form={form} hasNoCancel />
          </Stack>
        </form>
      )}
    </Modal>
  )
}

export function AddressOnce({ address, onClose }: { address: string; onClose(): void }) {
  const { t } = useTranslation('settings')
  return (
    <Stack>
      <Alert color="yellow">{t('orders.address_once')}</Alert>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {address}
      </Code>
      <Button onClick={onClose}>{t('keys.kept')}</Button>
    </Stack>
  )
}

/** `onEnd` is given the address of a source that was made. */
function useSourceCalls(
  source: OrderSource | undefined,
  onSaved: () => Promise<unknown>,
  onEnd: (address: string | undefined) => void,
) {
  const { t } = useTranslation(['settings', 'records'])
  const address = useRef<string | undefined>(undefined)
  const path = { order_source_id: source?.id ?? '' }
  const saved = async (answer: { address?: string }) => {
    address.current = answer.address
    noteSuccess(t('records:saved'))
    await onSaved()
  }
  return {
    create: (body: object) => call(operations.createOrderSource, { body: body as OrderSourceInput }).then(saved),
    update: (body: object, { updated_at }: OrderSource) =>
      call(operations.updateOrderSource, { ...path, body }, { seenUpdatedAt: updated_at }).then(() => saved({})),
    async read() {
      const now = (await call(operations.listOrderSources)).find(({ id }) => id === source!.id)
      if (!now) throw new Error(t('orders.gone'))
      return now
    },
    deletion: source && {
      title: t('orders.delete'),
      text: t('orders.delete_text'),
      run: ({ updated_at }: OrderSource) =>
        call(operations.deleteOrderSource, path, { seenUpdatedAt: updated_at }).then(onSaved),
    },
    onClose: () => onEnd(address.current),
  }
}

function sourceFields(t: TFunction, projects: readonly Option[], isStored: boolean): Field[] {
  const shops = kinds.map((value) => ({ value, label: t(`orders.kind.${value}`) }))
  return [
    ...(isStored
      ? []
      : ([
          { name: 'kind', kind: 'choice', word: 'orders.shop', options: shops, isRequired: true },
          { name: 'project_id', kind: 'choice', word: 'orders.project', options: projects, isRequired: true },
        ] as const satisfies Field[])),
    { name: 'label', kind: 'text', word: 'orders.label', isRequired: true, input: { maxLength: 500 } },
    {
      name: 'secret',
      kind: 'text',
      word: 'orders.secret',
      hint: isStored ? 'orders.secret_hint_stored' : 'orders.secret_hint',
      input: { maxLength: 500, autoComplete: 'off' },
    },
    { name: 'enabled', kind: 'switch', word: 'orders.enabled' },
  ]
}
