import { ServiceError } from '@routewright/client/service'
import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'
import { saveOverSeen } from './save-seen.ts'

interface Card {
  updated_at: string
  name?: string
  phone?: string
}

/** A record that somebody else changes before the first try arrives. */
function shared(seen: Card, theirs: Partial<Card>) {
  let stored: Card = { ...seen, ...theirs, updated_at: '2' }
  const refusals: number[] = []
  return {
    stored: () => stored,
    refusals,
    async send(change: object, over: Card) {
      if (over.updated_at !== stored.updated_at) {
        refusals.push(1)
        const by = { name: 'Ana', at: '2026-03-02T08:00:00.000Z' }
        throw new ServiceError('Changed.', 400, 'highway.plan.error.changed_meanwhile', undefined, by)
      }
      stored = { ...stored, ...change, updated_at: '3' }
    },
    read: async () => stored,
  }
}

const seen: Card = { updated_at: '1', name: 'Old', phone: '1' }
const makeFields = ({ name, phone }: Card) => ({ name, phone })

test('what others changed in other fields stays, and nobody is asked', async () => {
  const { send, read, stored, refusals } = shared(seen, { phone: 'theirs' })
  const conflict = await saveOverSeen({ seen, fields: { name: 'mine', phone: '1' }, fieldsOf: makeFields, send, read })
  expect(conflict).toBeUndefined()
  expect(refusals).toHaveLength(1)
  expect(stored()).toMatchObject({ name: 'mine', phone: 'theirs' })
})

test('a field that both changed is told with who did it, and nothing is overwritten', async () => {
  const { send, read, stored } = shared(seen, { name: 'theirs', phone: 'same' })
  const conflict = await saveOverSeen({
    seen,
    fields: { name: 'mine', phone: 'same' },
    fieldsOf: makeFields,
    send,
    read,
  })
  expect(conflict).toMatchObject({ names: ['name'], mine: ['name', 'phone'], by: { name: 'Ana' } })
  expect(stored()).toMatchObject({ name: 'theirs' })
})

test('what the reader left alone is not sent, and other refusals are thrown', async () => {
  const untouched = { seen, fields: makeFields(seen), fieldsOf: makeFields, read: async () => seen }
  const refuse = () => Promise.reject(new ServiceError('No.', 403))
  expect(await saveOverSeen({ ...untouched, send: refuse })).toBeUndefined()
  const changed = saveOverSeen({ ...untouched, fields: { name: 'mine' }, send: refuse })
  await expect(changed).rejects.toMatchObject({ status: 403 })
})

test('nothing, an empty text, an empty list and an empty object say the same; order of names does not count', () => {
  for (const empty of [null, '', [], {}, { a: null }]) expect(isSame(undefined, empty), `${empty}`).toBe(true)
  expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
  expect(isSame(0, null)).toBe(false)
  expect(isSame(false, null)).toBe(false)
})
