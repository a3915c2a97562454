import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesSince } from './dispatched.ts'

const sent = (stop_ids: string[]) => ({
  route_id: 'r',
  sent_to: 'driver@example.test',
  sent_at: '2026-03-02T08:00:00.000Z',
  stop_ids,
  has_link: true,
})

test('what was never sent has nothing to compare with', () => {
  expect(changesSince(undefined, ['a'])).toBeUndefined()
})

test('exactly the stops that came, went or moved are named', () => {
  const before = sent(['a', 'b', 'c', 'd', 'e'])
  expect(changesSince(before, ['a', 'b', 'c', 'd', 'e'])).toEqual({ added: [], removed: [], moved: [] })
  expect(changesSince(before, ['a', 'x', 'b', 'd', 'e'])).toEqual({ added: ['x'], removed: ['c'], moved: [] })
  expect(changesSince(before, ['e', 'a', 'b', 'c', 'd'])).toEqual({ added: [], removed: [], moved: ['e'] })
})

test('taking the moved ones out leaves the others in the order that was sent', () => {
  const order = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 1 })
  fc.assert(
    fc.property(order, order, (before, now) => {
      const { added, removed, moved } = changesSince(sent(before), now)!
      const left = now.filter((id) => !added.includes(id) && !moved.includes(id))
      const same = before.filter((id) => !removed.includes(id) && !moved.includes(id))
      expect(left).toEqual(same)
    }),
  )
})
