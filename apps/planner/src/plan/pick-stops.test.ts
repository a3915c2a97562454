// A click with Ctrl adds or takes away one stop; one with Shift adds the range from the last click.
import { expect, test } from 'vitest'
import { extendRange, toggleStop } from './pick-stops.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

test('a stop that is not selected joins the others, one that is leaves them', () => {
  expect(toggleStop(new Set(['a']), 'c')).toEqual({ stopIds: new Set(['a', 'c']), anchorId: 'c' })
  expect(toggleStop(new Set(['a', 'c']), 'c')).toEqual({ stopIds: new Set(['a']), anchorId: 'c' })
})

test('a range goes both ways, with both ends, and keeps what was selected', () => {
  expect(extendRange(new Set(['b']), 'b', 'd', shown)).toEqual({ stopIds: ['b', 'b', 'c', 'd'], anchorId: 'b' })
  expect(extendRange(new Set(['e']), 'd', 'b', shown)).toEqual({ stopIds: ['e', 'b', 'c', 'd'], anchorId: 'd' })
  expect(extendRange(new Set(), 'a', 'b', shown).stopIds).toEqual(['a', 'b'])
})

test('where the anchor is below a closed heading, a range begins at the top', () => {
  expect(extendRange(new Set(), 'x', 'b', shown).stopIds).toEqual(['a', 'b'])
})
