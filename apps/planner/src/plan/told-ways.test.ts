// A recipient is told only by ways that the project uses, the service has and the stop names.
import { expect, test } from 'vitest'
import { isTold, listToldWays } from './told-ways.ts'

const told = (email: boolean, sms: boolean) => ({ messages: { kinds: { approaching: { email, sms } } } }) as never
const settings = (sends: { email: boolean; sms: boolean }, channels: { email: boolean; sms: boolean }) =>
  ({ ...(told(sends.email, sends.sms) as object), channels }) as Parameters<typeof listToldWays>[0]
const both = { email: true, sms: true }
const stop = { email: 'ana@example.com', phone: '+41 79 123 45 67' }

test('by every way where all agree, and by none for what sends no message', () => {
  expect(listToldWays(settings(both, both), stop, 'approaching')).toEqual(['email', 'sms'])
  expect(listToldWays(settings(both, both), stop, undefined)).toEqual([])
})

test.each([
  ['the project sends no mail', { email: false, sms: true }, both, stop, ['sms']],
  ['the project sends no SMS', { email: true, sms: false }, both, stop, ['email']],
  ['the service has no mail server', both, { email: false, sms: true }, stop, ['sms']],
  ['the service has no SMS gateway', both, { email: true, sms: false }, stop, ['email']],
  ['the stop has no address', both, both, { phone: stop.phone }, ['sms']],
  ['the stop has no phone', both, both, { email: stop.email }, ['email']],
])('not by one of them where %s', (_, sends, channels, recipient, ways) => {
  expect(listToldWays(settings(sends, channels), recipient, 'approaching')).toEqual(ways)
})

test('whether anybody is told of it is a matter of project and service, not of the stop', () => {
  expect(isTold(settings(both, { email: false, sms: true }), 'approaching')).toBe(true)
  expect(isTold(settings({ email: true, sms: false }, { email: false, sms: true }), 'approaching')).toBe(false)
  expect(isTold(settings(both, both), undefined)).toBe(false)
})
