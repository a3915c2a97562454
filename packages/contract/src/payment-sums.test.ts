import { expect, test } from 'vitest'
import { type PaidStop, sumPayments } from './payment-sums.ts'
import type { Payment } from './schemas/money.ts'

const due = (amount: string, currency = 'CHF') => ({ amount, currency })

function stop(status: PaidStop['status'], amount: string | undefined, payment?: Payment): PaidStop {
  const report = { type: 'service_report_completed' as const, plan_id: 'p', route_id: 'r', payment_collected: payment }
  return {
    status,
    plan_id: 'p',
    route_id: 'r',
    cash_on_delivery: amount === undefined ? undefined : due(amount),
    reports: payment ? [report] : [],
  }
}

test('a route has one sum a currency: due, collected by way of paying, open, missing and untold', () => {
  const sums = sumPayments([
    stop('completed', '10.10', { amount: '10.10', currency: 'CHF', method: 'cash' }),
    stop('completed', '20.20', { amount: '15', currency: 'CHF', method: 'card', reason: 'One box was broken' }),
    stop('completed', '5', { amount: '0', currency: 'CHF', reason: 'Pays by invoice' }),
    stop('completed', '7'),
    stop('pending', '0.30'),
    stop('canceled', '99'),
    stop('completed', '30', { amount: '28', currency: 'EUR', method: 'other' }),
    stop('completed', undefined),
  ])
  expect(sums).toEqual([
    {
      currency: 'CHF',
      stops: 7,
      due: '171.60',
      collected: '25.10',
      cash: '10.10',
      card: '15.00',
      other: '0.00',
      open: '0.30',
      missing: '47.20',
      untold: 1,
    },
    {
      currency: 'EUR',
      stops: 1,
      due: '0.00',
      collected: '28.00',
      cash: '0.00',
      card: '0.00',
      other: '28.00',
      open: '0.00',
      missing: '0.00',
      untold: 0,
    },
  ])
})

test('money that the driver of another route collected is not in the sum of this one', () => {
  const moved = stop('pending', '10', { amount: '4', currency: 'CHF', method: 'cash' })
  expect(sumPayments([{ ...moved, route_id: 'other' }])).toMatchObject([{ due: '10.00', collected: '0.00' }])
})

test('more than the amount to collect is counted, and misses nothing', () => {
  const paid = stop('completed', '10', { amount: '12', currency: 'CHF', method: 'cash' })
  expect(sumPayments([paid])).toMatchObject([{ collected: '12.00', missing: '0.00' }])
})

test('stops without payments have no sums', () => {
  expect(sumPayments([stop('completed', undefined)])).toEqual([])
})
