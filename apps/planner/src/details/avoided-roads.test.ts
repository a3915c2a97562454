import { expect, test } from 'vitest'
import { avoidedText } from './avoided-roads.ts'

const t = ((key: string) => key) as never
const getName = (id: string) => `stop ${id}`

test('each kind of road is named once, with the stops that such a way leads to, and the end of the route', () => {
  const legs = [
    { stop_id: 'a', hours: [] },
    { stop_id: 'b', hours: [], avoided: ['tolls' as const, 'ferries' as const] },
    { stop_id: 'c', hours: [], avoided: ['ferries' as const] },
    { hours: [], avoided: ['tolls' as const] },
  ]
  expect(avoidedText(legs, getName, t)).toBe(
    'records:travel.roads.tolls → stop b, avoided_to_end\nrecords:travel.roads.ferries → stop b, stop c',
  )
})

test('nothing is said where nothing of it is taken', () => {
  expect(avoidedText([{ stop_id: 'a', hours: [] }], getName, t)).toBeUndefined()
})
