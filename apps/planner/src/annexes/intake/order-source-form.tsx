// The form of a source of orders: which shop, into which project, what it signs with; its address is shown once.
import * as operations from '@routewright/client/operations'
import type { OrderSource, OrderSourceInput } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Field, Option } from '../../forms/fields.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { RecordWindow, useListedRecord } from '../../settings/record-window.tsx'
import { call } from '../../shell/service.ts'
import { useProject, useProjects } from '../../shell/session.ts'
import { kinds } from './order-mapping.ts'

interface SourceFormProps {
  source: OrderSource | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function OrderSourceForm({ source, onClose, onSaved }: SourceFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const projects = useProjects().map(({ id, label }) => ({ value: id, label }))
  const fields = sourceFields(t, projects, source !== undefined)
  const path = { order_source_id: source?.id ?? '' }
  const { secret, saved, calls } = useListedRecord<OrderSource>({
    stored: source,
    words: 'orders',
    list: () => call(operations.listOrderSources),
    erase: (seenUpdatedAt) => call(operations.deleteOrderSource, path, { seenUpdatedAt }),
    onSaved,
    onClose,
  })
  const form = useRecordForm<OrderSource>({
    words: 'settings',
    fields,
    stored: source,
    fresh: { kind: 'woocommerce', project_id: useProject().id, enabled: true },
    create: (body) =>
      call(operations.createOrderSource, { body: body as OrderSourceInput }).then(({ address }) => saved(address)),
    update: (body, { updated_at }) =>
      call(operations.updateOrderSource, { ...path, body }, { seenUpdatedAt: updated_at }).then(() => saved(undefined)),
    ...calls,
  })
  const title = t(source ? 'orders.edit' : 'orders.new')
  return (
    <RecordWindow
      title={title}
      fields={fields}
      form={form}
      secret={secret}
      onClose={onClose}
      secretText={t('orders.address_once')}
    />
  )
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
