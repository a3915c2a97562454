// Form of the cells of each column, inferred from all of them: order of day and month, decimal sign, units, codes.
import type { AmountForm } from './amounts.ts'
import { type DayOrder, judgeDays, type Setting } from './days.ts'
import type { ColumnTarget } from './fields.ts'
import { holdsCodes } from './headings.ts'
import { findCurrency } from './money.ts'
import { judgeNumbers } from './numbers.ts'
import { findHeadingFactor, type Quantity } from './units.ts'

export interface ColumnForm extends AmountForm {
  days?: DayOrder
  /** Whether small numbers are codes, too. */
  areCodes?: boolean
  /** Currency that the heading names. */
  currency?: string
}

const QUANTITIES: Partial<Record<ColumnTarget, Quantity>> = { weight: 'weight', volume: 'volume', duration: 'duration' }

/** Form of the cells of one column, whatever it means. */
export function judgeColumn(cells: readonly string[], setting: Setting = {}): ColumnForm {
  return { days: judgeDays(cells, setting), numbers: judgeNumbers(cells, setting.language) }
}

/** Adds what the heading says for a meaning: its unit, or that small numbers are codes. */
export function withHeading(form: ColumnForm, target: ColumnTarget, heading: string): ColumnForm {
  const quantity = QUANTITIES[target]
  const factor = quantity && findHeadingFactor(quantity, heading)
  const currency = target === 'cash_on_delivery' ? findCurrency(heading) : undefined
  return {
    ...form,
    ...(factor !== undefined && { factor }),
    ...(target === 'packages' && holdsCodes(heading) && { areCodes: true }),
    ...(currency && { currency }),
  }
}

/** Meanings whose cells have a form; texts are used unchanged. */
const FORMED: ReadonlySet<ColumnTarget> = new Set<ColumnTarget>([
  ...([
    'date',
    'done_at',
    'window_from',
    'window_to',
    'weight',
    'volume',
    'duration',
    'price',
    'cash_on_delivery',
    'position',
  ] as const),
])

/** Forms of all columns, by index. */
export function judgeColumns(
  rows: readonly (readonly string[])[],
  targets: readonly ColumnTarget[],
  names: readonly string[],
  setting: Setting = {},
): ColumnForm[] {
  return targets.map((target, column) => {
    const isFormed = FORMED.has(target) || target.startsWith('custom:')
    const form = isFormed
      ? judgeColumn(
          rows.map((row) => row[column] ?? ''),
          setting,
        )
      : {}
    return withHeading(form, target, names[column] ?? '')
  })
}
