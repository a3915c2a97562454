// Fields of a project's own stand in the table of stops after those of every project.
import type { CustomFieldDefinition } from '@routewright/contract'
import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { stopColumns } from './stop-columns.ts'

const field = (name: string, label: string) => ({ name, label, type: 'text' }) as unknown as CustomFieldDefinition
const columns = stopColumns([field('floor', 'Floor'), field('lift', '')])
const [floor, lift] = columns.slice(-2) as [(typeof columns)[number], (typeof columns)[number]]
const withFloor = (value: unknown) => stop('s1', { custom_fields: { floor: value } } as never)
const shown = (value: unknown) => floor.text(withFloor(value), {} as never)
const sorted = (value: unknown) => floor.value(withFloor(value), {} as never)

test('they come last, and are called by their names where they have no label', () => {
  expect(columns.slice(0, -2)).toEqual(stopColumns([]))
  expect([floor.title, lift.title]).toEqual(['Floor', 'lift'])
})

test.each([
  ['ground', 'ground', 'ground'],
  [3, '3', 3],
  [0, '0', 0],
  [true, '✓', '✓'],
  [false, '', undefined],
  [null, '', undefined],
  [undefined, '', undefined],
])('%s is shown as "%s" and sorted as %s', (value, text, key) => {
  expect(shown(value)).toBe(text)
  expect(sorted(value)).toBe(key)
})
