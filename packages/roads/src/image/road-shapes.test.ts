import { expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { RoadShapes, ShapePacker } from './road-shapes.ts'

it('shapes come back to the last digit, in any order, wherever they lie on the globe', () => {
  const random = createRandom(21)
  const shapes = Array.from({ length: 203 }, (_, road) => {
    // Every tenth jumps anywhere, across the date line, too; one is very long.
    const far = road % 10 === 0
    let [lat, lng] = [random.below(18e8) - 9e8, road % 3 === 0 ? 18e8 - 50 : random.below(36e8) - 18e8]
    return Array.from({ length: road === 77 ? 2500 : 2 + random.below(7) }, () => {
      lat = Math.max(-9e8, Math.min(9e8, lat + random.below(far ? 5e8 : 9000) - (far ? 25e7 : 4500)))
      lng += random.below(far ? 1e9 : 9000) - (far ? 5e8 : 4500)
      if (lng > 18e8) lng -= 36e8
      if (lng < -18e8) lng += 36e8
      return [lat, lng] as const
    })
  })
  const packer = new ShapePacker()
  for (const shape of shapes) {
    const [lats, lngs] = [0, 1].map((axis) => Int32Array.from(shape, (point) => point[axis]!)) as [
      Int32Array,
      Int32Array,
    ]
    packer.add(lats, lngs, 0, shape.length)
  }
  const reader = new RoadShapes(packer.finish())
  for (let round = 0; round < 2000; round++) {
    const road = random.below(shapes.length)
    reader.read(road)
    const points = Array.from({ length: reader.end - reader.first }, (_, at) => [
      reader.lats[reader.first + at]!,
      reader.lngs[reader.first + at]!,
    ])
    expect(points).toEqual(shapes[road])
  }
})
