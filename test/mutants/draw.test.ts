// The draw of faults: the same for the same seed and sources, rooms by their lines.
import { expect, test } from 'vitest'
import { type DrawnFault, drawFaults } from '../../bench/mutants/draw.ts'
import { listRooms } from '../../bench/mutants/product-files.ts'

const line = (index: number) => `export const a${index} = b + c\n`
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('')
const files = [
  { path: 'packages/solver/src/search/a.ts', text: lines(300) },
  { path: 'packages/solver/src/check/b.ts', text: lines(100) },
  { path: 'packages/solver/src/check/b.test.ts', text: lines(900) },
  { path: 'apps/server/src/frame/words/en.ts', text: lines(900) },
  { path: 'apps/server/src/process/server.ts', text: lines(200) },
  { path: 'docs/a.ts', text: lines(900) },
]
const rooms = listRooms(files)

function places(drawn: readonly DrawnFault[]): string[] {
  return drawn.map(({ file, fault }) => `${file.path}:${fault.line}`)
}

test('rooms are the slices of the server and the folders below src, without tests and words', () => {
  expect(rooms.map(({ name, lines }) => [name, lines])).toEqual([
    ['server/process', 200],
    ['solver/check', 100],
    ['solver/search', 300],
  ])
})

test('the same seed draws the same faults, another seed others', () => {
  expect(places(drawFaults(rooms, 30, 1))).toEqual(places(drawFaults(listRooms(files.toReversed()), 30, 1)))
  expect(places(drawFaults(rooms, 30, 1))).not.toEqual(places(drawFaults(rooms, 30, 2)))
})

test.each([1, 2, 3])('each room has its share by lines, with seed %i', (seed) => {
  const drawn = drawFaults(rooms, 60, seed)
  const counts = Map.groupBy(drawn, ({ room }) => room)
  expect([...counts].map(([room, own]) => [room, own.length])).toEqual([
    ['server/process', 20],
    ['solver/check', 10],
    ['solver/search', 30],
  ])
})

test('no line is drawn twice, and a room of few lines gives what it has', () => {
  const drawn = places(drawFaults(listRooms([{ path: 'packages/ui/src/a.ts', text: lines(5) }]), 9, 1))
  expect(drawn.toSorted()).toEqual([1, 2, 3, 4, 5].map((at) => `packages/ui/src/a.ts:${at}`))
})

test('a change in one room leaves the draw of another as it was', () => {
  const changed = files.map((file) => ({ ...file, text: file.text.replace(/check/g, 'check') }))
  changed[1] = { ...files[1]!, text: files[1]!.text.replaceAll('b + c', 'b * c + d') }
  const ofSearch = (some: typeof rooms) => places(drawFaults(some, 60, 1)).filter((place) => place.includes('search'))
  expect(ofSearch(listRooms(changed))).toEqual(ofSearch(rooms))
})
