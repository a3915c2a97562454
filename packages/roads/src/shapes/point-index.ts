// Nearest-neighbour search among points on the globe, in metres.

import Flatbush from 'flatbush'
import { mercatorE7, mercatorUnitsPerMeter } from '../foundation/geo.ts'

export interface NearPoint {
  /** Index of the point in the indexed list. */
  index: number
  meters: number
}

export class PointIndex {
  private readonly flatbush: Flatbush | undefined
  private readonly lngE7: ArrayLike<number>
  private readonly latE7: ArrayLike<number>

  /** `data` is the finished index of the same points, at an address that is a multiple of eight bytes. */
  constructor(latE7: ArrayLike<number>, lngE7: ArrayLike<number>, data?: Uint8Array) {
    this.latE7 = latE7
    this.lngE7 = lngE7
    // Flatbush does not support empty indexes.
    if (latE7.length === 0) return
    this.flatbush = data ? Flatbush.from(data.buffer, data.byteOffset) : indexPoints(latE7, lngE7)
  }

  /** The nearest points within a distance, nearest first. */
  nearest(latE7: number, lngE7: number, limit: number, reachMeters: number): NearPoint[] {
    if (!this.flatbush) return []
    const unitsPerMeter = mercatorUnitsPerMeter(latE7)
    const y = mercatorE7(latE7)
    return this.flatbush.neighbors(lngE7, y, limit, reachMeters * unitsPerMeter).map((index) => {
      const units = Math.hypot(this.lngE7[index]! - lngE7, mercatorE7(this.latE7[index]!) - y)
      return { index, meters: units / unitsPerMeter }
    })
  }

  /** Data for opening the index again without building it; empty without points. */
  get data(): Uint8Array {
    return new Uint8Array(this.flatbush?.data ?? new ArrayBuffer(0))
  }
}

function indexPoints(latE7: ArrayLike<number>, lngE7: ArrayLike<number>): Flatbush {
  const flatbush = new Flatbush(latE7.length, 16, Int32Array)
  for (let index = 0; index < latE7.length; index++) {
    const x = lngE7[index]!
    const y = Math.round(mercatorE7(latE7[index]!))
    flatbush.add(x, y, x, y)
  }
  flatbush.finish()
  return flatbush
}
