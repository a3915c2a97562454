// A payment at the door as a dispatcher tells it: how, how much, and why another amount.
import { Group, Select, TextInput } from '@mantine/core'
import type { CashOnDelivery, Payment } from '@routewright/contract'
import { toMinorUnits } from '@routewright/contract/currencies'
import { readTypedAmount } from '@routewright/ui/typed-amount'
import { useTranslation } from 'react-i18next'

/** Values as typed; without a way of paying there is no payment, and `none` says that no money was collected. */
export interface PaymentValue {
  method: 'cash' | 'card' | 'other' | 'none'
  amount: string
  reason: string
}

const choices = ['cash', 'card', 'other', 'none'] as const

interface PaymentInputProps {
  due: CashOnDelivery
  value: PaymentValue | undefined
  onChange(value: PaymentValue | undefined): void
}

export function PaymentInput({ due, value, onChange }: PaymentInputProps) {
  const { t } = useTranslation('editor')
  const hasReason = value && (value.method === 'none' || !isWhole(due, value))
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <Select
          style={{ flex: 1 }}
          label={t('by_hand.paid')}
          placeholder={t('by_hand.paid_unknown')}
          clearable
          data={choices.map((method) => ({ value: method, label: t(`by_hand.paid_by.${method}`) }))}
          value={value?.method ?? null}
          onChange={(method) => onChange(method ? { amount: due.amount, reason: '', ...value, method } : undefined)}
        />
        {value && value.method !== 'none' && (
          <TextInput
            w={120}
            label={due.currency}
            inputMode="decimal"
            maxLength={13}
            value={value.amount}
            onChange={({ currentTarget: { value: amount } }) => onChange({ ...value, amount })}
          />
        )}
      </Group>
      {hasReason && (
        <TextInput
          label={t('by_hand.paid_reason')}
          maxLength={200}
          value={value.reason}
          onChange={({ currentTarget: { value: reason } }) => onChange({ ...value, reason })}
        />
      )}
    </>
  )
}

/** Returns the payment of the report; undefined where nothing is said, null where the amount cannot be. */
export function readPayment(due: CashOnDelivery, value: PaymentValue | undefined): Payment | undefined | null {
  if (!value) return undefined
  const { currency } = due
  const reason = value.reason.trim()
  const why = reason ? { reason } : {}
  if (value.method === 'none') return { amount: '0', currency, ...why }
  const amount = readTypedAmount(value.amount, currency)
  if (amount === undefined || toMinorUnits({ amount, currency }) === 0) return null
  return { amount, currency, method: value.method, ...(isWhole(due, value) ? {} : why) }
}

/** Whether the amount is the one to collect. */
function isWhole(due: CashOnDelivery, value: PaymentValue): boolean {
  const { currency } = due
  const amount = readTypedAmount(value.amount, currency)
  return amount !== undefined && toMinorUnits({ amount, currency }) === toMinorUnits(due)
}
