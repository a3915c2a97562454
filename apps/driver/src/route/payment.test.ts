import { expect, test } from 'vitest'
import { choosePayment, findPaymentLack, getPaymentDraft, readPayment } from './payment.ts'

const due = { amount: '12.50', currency: 'CHF' }

test('one tap on a way of paying is the full amount', () => {
  const draft = choosePayment(due, 'cash')
  expect(readPayment(due, draft)).toEqual({ amount: '12.50', currency: 'CHF', method: 'cash' })
})

test('another way of paying keeps an amount that was typed', () => {
  const typed = { method: 'cash', amount: '10', reason: 'A jar was broken' } as const
  expect(readPayment(due, choosePayment(due, 'card', typed))).toEqual({
    amount: '10',
    currency: 'CHF',
    method: 'card',
    reason: 'A jar was broken',
  })
})

test('another amount needs a reason, and so does none', () => {
  expect(findPaymentLack(due, undefined)).toBe('choice')
  expect(findPaymentLack(due, { method: 'cash', amount: '10', reason: ' ' })).toBe('reason')
  expect(findPaymentLack(due, { method: 'none', amount: '', reason: '' })).toBe('reason')
  expect(readPayment(due, { method: 'none', amount: '12.50', reason: 'Pays by invoice' })).toEqual({
    amount: '0',
    currency: 'CHF',
    reason: 'Pays by invoice',
  })
})

test('the full amount needs no reason, however it is typed', () => {
  for (const amount of ['12,5', '12.5', ' 12,50 ', '012.50'])
    expect(findPaymentLack(due, { method: 'cash', amount, reason: '' }), amount).toBeUndefined()
})

test('what is no amount of the currency is not taken', () => {
  for (const amount of ['', '0', 'x', '12.505', '-3', '1.2.3'])
    expect(findPaymentLack(due, { method: 'cash', amount, reason: 'why' }), amount).toBe('amount')
})

test('a payment of a report can be corrected', () => {
  const payment = { amount: '10', currency: 'CHF', method: 'card', reason: 'why' } as const
  expect(readPayment(due, getPaymentDraft(payment))).toEqual(payment)
  const none = { amount: '0', currency: 'CHF', reason: 'why' }
  expect(readPayment(due, getPaymentDraft(none))).toEqual(none)
})
