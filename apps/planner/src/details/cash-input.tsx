// The amount that a recipient pays at the door: a number as people write it, and its currency.
import { Group, Select, TextInput } from '@mantine/core'
import type { CashOnDelivery } from '@routewright/contract'
import { currencyCodes, findDecimals, toMinorUnits } from '@routewright/contract/currencies'
import { readTypedAmount } from '@routewright/ui/typed-amount'
import { useTranslation } from 'react-i18next'
import { Fault } from '../forms/field-kinds.ts'
import type { OwnInputProps } from '../forms/fields.ts'
import { useProject } from '../shell/session.ts'

/** The currency is empty until an amount is typed: then it is the project's, unless somebody chooses another. */
export interface CashValue {
  amount: string
  currency: string
}

/** Where the project has no currency of ISO 4217. */
const OTHERWISE = 'EUR'

export function CashInput({ label, hint, value, onChange }: OwnInputProps<CashValue>) {
  const { t } = useTranslation('editor')
  const { currency: own = '' } = useProject()
  const usual = findDecimals(own) === undefined ? OTHERWISE : own
  const currency = value.currency || usual
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        label={label}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description']}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={value.amount}
        onChange={({ currentTarget: { value: amount } }) =>
          onChange({ amount, currency: amount === '' ? '' : currency })
        }
      />
      <Select
        w={96}
        label={t('currency')}
        data={currencyCodes}
        searchable
        allowDeselect={false}
        value={currency}
        onChange={(next) => next && onChange({ ...value, currency: next })}
      />
    </Group>
  )
}

export function shownCash(stored?: CashOnDelivery): CashValue {
  return stored ? { ...stored } : { amount: '', currency: '' }
}

/** Returns what the service takes: null for no amount, a fault for one that the currency does not have. */
export function readCash({ amount, currency }: CashValue): CashOnDelivery | Fault | null {
  if (amount.trim() === '') return null
  const read = readTypedAmount(amount, currency)
  if (read === undefined || toMinorUnits({ amount: read, currency }) === 0) {
    return new Fault('editor:cash_wrong', { currency })
  }
  return { amount: read, currency }
}

export function writtenCash({ amount, currency }: CashValue): string {
  return amount === '' ? '' : `${currency} ${amount}`
}
