import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { combineCost } from './cost.ts'
import { CostPacker, unpackCost } from './packed-cost.ts'

describe('packed costs', () => {
  it('come back to the last digit, whether they fit or not', () => {
    const random = createRandom(21)
    const costs = [0, combineCost(32_767, 65_535), combineCost(32_768, 0), combineCost(0, 65_536), 2 ** 53 - 1]
    for (let round = 0; round < 2000; round++) {
      costs.push(combineCost(random.below(2 ** (1 + random.below(26))), random.below(2 ** (1 + random.below(25)))))
    }
    const packer = new CostPacker()
    const packed = Int32Array.from(costs, (cost) => packer.pack(cost))
    const long = packer.listLong()
    expect(Array.from(packed, (value) => unpackCost(value, long))).toEqual(costs)
    expect(long.length).toBeGreaterThan(100)
    expect(long.length).toBeLessThan(costs.length - 100)
  })
})
