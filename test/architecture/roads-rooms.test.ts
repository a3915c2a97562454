import { describe, expect, test } from 'vitest'
import { listBrokenRoadsRooms, listRoomsOutOfOrder } from './roads-rooms.ts'
import { readRepository } from './source-files.ts'

describe('the rooms of the road engine', () => {
  test('import earlier rooms only', () => {
    const files = readRepository()
    expect(files.some(({ path }) => path === 'packages/roads/src/hierarchy/contract.ts')).toBe(true)
    expect(listBrokenRoadsRooms(files)).toEqual([])
  })
  test('are listed in an order that leaves no circle', () => {
    expect(listRoomsOutOfOrder()).toEqual([])
    expect(listRoomsOutOfOrder({ a: ['b'], b: ['a'] })).toEqual(['a'])
  })

  test.each([
    ['graph/a.ts', "import { x } from '../hierarchy/contract.ts'", 'graph may not import hierarchy'],
    ['graph/a.ts', "import type { X } from '../image/image.ts'", 'graph may not import image'],
    ['shapes/a.ts', "import { x } from '../graph/raw-roads.ts'", 'shapes may not import graph'],
    ['foundation/a.ts', "import { x } from '../pbf/wire.ts'", 'foundation may not import pbf'],
    ['tiles/a.ts', "import { x } from '../addresses/fold.ts'", 'tiles may not import addresses'],
    ['matching/a.ts', "import { x } from '../engine/road-graph.ts'", 'matching may not import engine'],
    [
      'engine/a.ts',
      "new Worker(new URL('../service/query.worker.ts', import.meta.url))",
      'engine may not import service',
    ],
    ['engine/a.ts', "import { x } from '../index.ts'", 'index.ts is for other packages'],
    ['engine/a.ts', "import { x } from '@routewright/server'", 'knows nothing of the application'],
    ['engine/a.ts', "import { x } from '@routewright/contract'", 'knows nothing of the application'],
    ['engine/a.ts', "import { x } from '../../test/town.ts'", 'imports no tests'],
    ['a.ts', 'export const a = 1', 'stands in no room'],
    ['attic/a.ts', 'export const a = 1', 'stands in no room'],
  ])('%s: %s is refused', (path, text, why) => {
    const file = { path: `packages/roads/src/${path}`, text }
    expect(listBrokenRoadsRooms([file])).toEqual([expect.stringContaining(why)])
  })

  test('let tests build towns, and index.ts open every room', () => {
    expect(
      listBrokenRoadsRooms([
        { path: 'packages/roads/src/engine/a.test.ts', text: "import { x } from '../../test/town.ts'" },
        { path: 'packages/roads/src/index.ts', text: "export { x } from './service/road-service.ts'" },
      ]),
    ).toEqual([])
  })
})
