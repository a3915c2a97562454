import { expect, test } from 'vitest'
import { readReason } from './cancel-reasons.ts'

test.each([
  ['recipient_absent', [], { text: 'Recipient absent', id: 'recipient_absent' }],
  [
    'recipient_absent',
    [{ id: 'recipient_absent', label: 'Recipient absent' }],
    { text: 'Recipient absent', id: 'recipient_absent' },
  ],
  ['recipient_absent', [{ id: 'recipient_absent', label: 'Niemand zu Hause' }], { text: 'Niemand zu Hause' }],
  ['dog', [{ id: 'dog', label: 'A dog' }], { text: 'A dog' }],
  ['The bridge is closed', [], { text: 'The bridge is closed' }],
])('the reason %s of a project with %j reads %j', (reason, listed, expected) => {
  expect(readReason(reason, listed)).toEqual(expected)
})
