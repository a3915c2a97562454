// Sums of what is collected at the door: for a route, a plan or a day, one for each currency.
import { fromMinorUnits, toMinorUnits } from './currencies.ts'
import type { CashOnDelivery, Payment, PaymentMethod, PaymentSum } from './schemas/money.ts'
import type { Report } from './schemas/report.ts'
import type { Stop } from './schemas/stop.ts'

/** The parts of a report that matter for payments. */
export interface PaidReport {
  type: Report['type']
  plan_id?: string | null | undefined
  route_id?: string | null | undefined
  payment_collected?: Payment | null | undefined
}

/** The parts of a stop that matter for payments. */
export interface PaidStop {
  status: Stop['status']
  plan_id?: string | null | undefined
  route_id?: string | null | undefined
  cash_on_delivery?: CashOnDelivery | null | undefined
  reports: readonly PaidReport[]
}

/** Minor units of one currency. */
type Units = Record<Exclude<keyof PaymentSum, 'currency'>, number>

const nothing: Units = { stops: 0, due: 0, collected: 0, cash: 0, card: 0, other: 0, open: 0, missing: 0, untold: 0 }

/**
 * Returns the sums of the stops by currency, in alphabetical order. Reports that were made in another plan or on another route do not
 * count: the money is with the driver of that route. Nothing is owed at a canceled stop.
 */
export function sumPayments(stops: readonly PaidStop[]): PaymentSum[] {
  const sums = new Map<string, Units>()
  for (const stop of stops) addStop(sums, stop)
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, units]) => writeSum(currency, units))
}

/** Returns the payments of the stop's reports that count where it is now. */
export function listPayments({ plan_id, route_id, reports }: PaidStop): Payment[] {
  return reports.flatMap((report) => {
    const isHere = (report.plan_id ?? plan_id) === plan_id && (report.route_id ?? route_id) === route_id
    return isHere && report.payment_collected ? [report.payment_collected] : []
  })
}

function addStop(sums: Map<string, Units>, stop: PaidStop): void {
  const due = stop.cash_on_delivery ?? undefined
  const payments = listPayments(stop)
  const currencies = new Set([...(due ? [due.currency] : []), ...payments.map(({ currency }) => currency)])
  for (const currency of currencies) {
    const sum = sums.get(currency) ?? { ...nothing }
    sums.set(currency, sum)
    sum.stops += 1
    const paid = payments.filter((payment) => payment.currency === currency)
    for (const { method, ...money } of paid) addPayment(sum, toMinorUnits(money) ?? 0, method ?? 'other')
    if (due?.currency === currency) addDue(sum, stop, due, payments)
  }
}

function addPayment(sum: Units, units: number, method: PaymentMethod): void {
  sum.collected += units
  sum[method] += units
}

function addDue(sum: Units, { status }: PaidStop, due: CashOnDelivery, payments: readonly Payment[]): void {
  const units = toMinorUnits(due) ?? 0
  sum.due += units
  if (status === 'pending') sum.open += units
  if (status !== 'completed' && status !== 'incomplete') return
  const paid = payments.filter(({ currency }) => currency === due.currency)
  sum.missing += Math.max(0, units - paid.reduce((total, payment) => total + (toMinorUnits(payment) ?? 0), 0))
  if (payments.length === 0) sum.untold += 1
}

function writeSum(currency: string, { stops, untold, ...units }: Units): PaymentSum {
  const write = (amount: number) => fromMinorUnits(amount, currency)
  return {
    currency,
    stops,
    due: write(units.due),
    collected: write(units.collected),
    cash: write(units.cash),
    card: write(units.card),
    other: write(units.other),
    open: write(units.open),
    missing: write(units.missing),
    untold,
  }
}
