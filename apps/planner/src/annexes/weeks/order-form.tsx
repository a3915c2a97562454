// The form of an order that waits, with the clients that it may be for.
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../../forms/record-form.tsx'
import { useClientOptions } from '../../forms/use-client-options.ts'
import { orderSections } from './order-fields.ts'
import type { WaitingOrder } from './waiting-orders.ts'

export function OrderForm(form: Omit<ComponentProps<typeof RecordForm<WaitingOrder>>, 'sections' | 'fresh'>) {
  const { t } = useTranslation(['backlog', 'recurring', 'records'])
  const clients = useClientOptions()
  return (
    <RecordForm {...form} sections={orderSections(t, clients)} fresh={{ priority: 0, stop: { type: 'delivery' } }} />
  )
}
