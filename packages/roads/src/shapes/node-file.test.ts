import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { SpillStore } from '../foundation/spill-store.ts'
import { NodeFile } from './node-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-nodes-'))
afterAll(() => rmSync(folder, { recursive: true }))

function findPlace(nodes: NodeFile, id: number): [latE7: number, lngE7: number] | undefined {
  return nodes.find(id) ? [nodes.latE7, nodes.lngE7] : undefined
}

describe.each([
  { where: 'in memory', memoryBytes: 1e9 },
  { where: 'on the disk', memoryBytes: 0 },
])('places of nodes $where', ({ memoryBytes }) => {
  it('are found by id, in whatever order they came, the later one of two', () => {
    const store = new SpillStore({ path: join(folder, 'nodes'), memoryBytes })
    const nodes = new NodeFile(store)
    const random = createRandom(3)
    const known = new Map<number, [number, number]>()
    const add = (id: number) => {
      const place: [number, number] = [random.below(1.8e9) - 9e8, random.below(3.6e9) - 18e8]
      known.set(id, place)
      nodes.add(id, ...place)
    }
    // In order, some of them far from each other; then out of order, some of them known; then in order again.
    for (let index = 1; index <= 1_100_000; index++) add(index * 3)
    for (let index = 0; index < 20_000; index++) add(random.below(4e6) + random.below(4) * 5e9)
    for (let index = 0; index < 20_000; index++) add(3e10 + 7 * index)
    nodes.finish()
    expect(store.isSpilled).toBe(memoryBytes === 0)
    const wrong = [...known].filter(([id, place]) => findPlace(nodes, id)?.join() !== place.join())
    expect(wrong).toEqual([])
    for (const id of [0, 1, 4.5e9, 9e10, 3e10 + 1]) {
      if (!known.has(id)) expect(findPlace(nodes, id), `${id}`).toBeUndefined()
    }
    store.close()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('no nodes', () => {
  it('are never found', () => {
    const nodes = new NodeFile(new SpillStore({ path: join(folder, 'none'), memoryBytes: 0 }))
    nodes.finish()
    expect(findPlace(nodes, 1)).toBeUndefined()
  })
})
