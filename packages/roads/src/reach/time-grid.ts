// A grid of square cells over the roads around a place: for each cell the time to the road that a place there belongs to.

/** Farther than this from a road, a cell belongs to none: a walk, as for single places (decision 0023). */
const WALK_METERS = 300
/** About so many cells cover the area, none smaller than `LEAST_CELL_METERS`. */
const MOST_CELLS = 1_000_000
const LEAST_CELL_METERS = 20

export interface GridBox {
  minLatE7: number
  minLngE7: number
  maxLatE7: number
  maxLngE7: number
}

/** Cells row by row from the south-west corner. */
export class TimeGrid {
  readonly columns: number
  readonly rows: number
  readonly cellMeters: number
  /** Seconds to the road nearest to each cell; Infinity where that cannot be reached, or none is within a walk. */
  readonly seconds: Float64Array
  private readonly southE7: number
  private readonly westE7: number
  private readonly hasRoad: Uint8Array
  private readonly latE7PerCell: number
  private readonly lngE7PerCell: number

  /** `metersPerE7` are those of a step north. The grid reaches a walk beyond the box. */
  constructor(box: GridBox, metersPerE7: number) {
    const middle = ((box.minLatE7 + box.maxLatE7) / 2e7) * (Math.PI / 180)
    const shrink = Math.max(0.01, Math.cos(middle))
    const north = (box.maxLatE7 - box.minLatE7) * metersPerE7 + 2 * WALK_METERS
    const east = (box.maxLngE7 - box.minLngE7) * metersPerE7 * shrink + 2 * WALK_METERS
    this.cellMeters = Math.max(LEAST_CELL_METERS, Math.sqrt((north * east) / MOST_CELLS))
    this.latE7PerCell = this.cellMeters / metersPerE7
    this.lngE7PerCell = this.cellMeters / metersPerE7 / shrink
    // A border of cells that stay empty closes every outline.
    this.rows = Math.ceil(north / this.cellMeters) + 4
    this.columns = Math.ceil(east / this.cellMeters) + 4
    const walk = WALK_METERS / this.cellMeters + 2
    this.southE7 = box.minLatE7 - walk * this.latE7PerCell
    this.westE7 = box.minLngE7 - walk * this.lngE7PerCell
    this.seconds = new Float64Array(this.rows * this.columns).fill(Infinity)
    this.hasRoad = new Uint8Array(this.rows * this.columns)
  }

  /** Marks the cells along a stretch of road; the earliest time of a cell counts. */
  drawStretch(from: Marked, to: Marked): void {
    const [x0, y0] = this.placeOf(from)
    const [x1, y1] = this.placeOf(to)
    // Every half cell, so that none is missed.
    const steps = Math.max(1, Math.ceil(2 * Math.hypot(x1 - x0, y1 - y0)))
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      const column = Math.floor(x0 + share * (x1 - x0))
      const row = Math.floor(y0 + share * (y1 - y0))
      if (column < 1 || row < 1 || column >= this.columns - 1 || row >= this.rows - 1) continue
      const cell = row * this.columns + column
      this.hasRoad[cell] = 1
      const seconds = timeAt(from, to, share)
      // Before zero the vehicle has not been here: it stands farther on.
      if (seconds >= 0 && seconds < this.seconds[cell]!) this.seconds[cell] = seconds
    }
  }

  /**
   * Gives every cell within a walk of a road the time of the nearest one. Distances by vectors that cells hand to their
   * neighbours, in two passes (Danielsson 1980): now and then a tenth of a cell too long.
   */
  spread(): void {
    const { rows, columns, hasRoad } = this
    const east = new Int16Array(rows * columns)
    const north = new Int16Array(rows * columns)
    const known = Uint8Array.from(hasRoad)
    const take = (cell: number, dx: number, dy: number) => {
      const other = cell + dy * columns + dx
      if (!known[other]) return
      const [x, y] = [east[other]! + dx, north[other]! + dy]
      if (known[cell] && x * x + y * y >= east[cell]! ** 2 + north[cell]! ** 2) return
      known[cell] = 1
      east[cell] = x
      north[cell] = y
    }
    for (const way of [1, -1]) {
      for (let row = way > 0 ? 1 : rows - 2; row > 0 && row < rows - 1; row += way) {
        const first = row * columns
        for (let column = 1; column < columns - 1; column++) {
          for (const dx of [-1, 0, 1]) take(first + column, dx, -way)
          take(first + column, -1, 0)
        }
        for (let column = columns - 2; column > 0; column--) take(first + column, 1, 0)
      }
    }
    this.readNearest(known, east, north)
  }

  private readNearest(known: Uint8Array, east: Int16Array, north: Int16Array): void {
    const { columns, hasRoad } = this
    const atRoads = Float64Array.from(this.seconds)
    const most = (WALK_METERS / this.cellMeters) ** 2
    for (let cell = 0; cell < known.length; cell++) {
      if (hasRoad[cell] || !known[cell] || east[cell]! ** 2 + north[cell]! ** 2 > most) continue
      this.seconds[cell] = atRoads[cell + north[cell]! * columns + east[cell]!]!
    }
  }

  /** Degrees of a place in cells from the south-west corner. */
  degreesOf(column: number, row: number): [lng: number, lat: number] {
    return [(this.westE7 + column * this.lngE7PerCell) / 1e7, (this.southE7 + row * this.latE7PerCell) / 1e7]
  }

  private placeOf({ latE7, lngE7 }: Marked): [column: number, row: number] {
    return [(lngE7 - this.westE7) / this.lngE7PerCell, (latE7 - this.southE7) / this.latE7PerCell]
  }
}

/** An end of a stretch: where it is, and when it is reached along the edge and against it. */
export interface Marked {
  latE7: number
  lngE7: number
  alongSeconds: number
  againstSeconds: number
}

/** Along the edge the time grows from the first end, against it from the second. */
function timeAt(from: Marked, to: Marked, share: number): number {
  const along = from.alongSeconds + share * (to.alongSeconds - from.alongSeconds)
  const against = from.againstSeconds + share * (to.againstSeconds - from.againstSeconds)
  // Infinity minus Infinity is no number.
  return Math.min(Number.isNaN(along) ? Infinity : along, Number.isNaN(against) ? Infinity : against)
}
