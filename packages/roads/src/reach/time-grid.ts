// A grid of square cells over the roads around a place: for each cell the time to the road that a place there belongs to.

import type { Spot } from '../places/barrier-index.ts'

/** A cell farther than this from all roads belongs to none: the limit for walking, as for single places (decision 0023). */
export const WALK_METERS = 300
/** Approximate number of cells for the area; none is smaller than `LEAST_CELL_METERS`. */
const MOST_CELLS = 1_000_000
const LEAST_CELL_METERS = 20
/** A place on the wrong side of a border has one that belongs there within this many cells. */
export const TOLERANCE_CELLS = 3

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
  /** Seconds to the road nearest to each cell; Infinity when that cannot be reached, or none is within a walk. */
  readonly seconds: Float64Array
  private readonly southE7: number
  private readonly westE7: number
  private readonly hasRoad: Uint8Array
  /** 1 for cells that a barrier passes through. */
  private readonly hasBarrier: Uint8Array
  private readonly latE7PerCell: number
  private readonly lngE7PerCell: number

  /** `metersPerE7` is for a step north. The grid extends one walk beyond the box. */
  constructor(box: GridBox, metersPerE7: number) {
    const middle = ((box.minLatE7 + box.maxLatE7) / 2e7) * (Math.PI / 180)
    const shrink = Math.max(0.01, Math.cos(middle))
    const north = (box.maxLatE7 - box.minLatE7) * metersPerE7 + 2 * WALK_METERS
    const east = (box.maxLngE7 - box.minLngE7) * metersPerE7 * shrink + 2 * WALK_METERS
    this.cellMeters = Math.max(LEAST_CELL_METERS, Math.sqrt((north * east) / MOST_CELLS))
    this.latE7PerCell = this.cellMeters / metersPerE7
    this.lngE7PerCell = this.cellMeters / metersPerE7 / shrink
    // A border of empty cells closes every outline.
    this.rows = Math.ceil(north / this.cellMeters) + 4
    this.columns = Math.ceil(east / this.cellMeters) + 4
    const walk = WALK_METERS / this.cellMeters + 2
    this.southE7 = box.minLatE7 - walk * this.latE7PerCell
    this.westE7 = box.minLngE7 - walk * this.lngE7PerCell
    this.seconds = new Float64Array(this.rows * this.columns).fill(Infinity)
    this.hasRoad = new Uint8Array(this.rows * this.columns)
    this.hasBarrier = new Uint8Array(this.rows * this.columns)
  }

  /** Marks the cells along a stretch of road; the earliest time of a cell counts. */
  drawStretch(from: Marked, to: Marked): void {
    this.visitLine(from, to, (cell, share) => {
      this.hasRoad[cell] = 1
      const seconds = timeAt(from, to, share)
      // The vehicle has not been at places with negative times: it starts farther along the edge.
      if (seconds >= 0 && seconds < this.seconds[cell]!) this.seconds[cell] = seconds
    })
  }

  /** Marks the cells along a piece of a barrier. */
  drawBarrier(from: Spot, to: Spot): void {
    this.visitLine(from, to, (cell) => {
      this.hasBarrier[cell] = 1
    })
  }

  /** Visits the cells along a line, except those at the border of the grid. */
  private visitLine(from: Spot, to: Spot, look: (cell: number, share: number) => void): void {
    const [x0, y0] = this.placeOf(from)
    const [x1, y1] = this.placeOf(to)
    if (Math.max(x0, x1) < 1 || Math.max(y0, y1) < 1) return
    if (Math.min(x0, x1) >= this.columns - 1 || Math.min(y0, y1) >= this.rows - 1) return
    // Every half cell, so that none is missed.
    const steps = Math.max(1, Math.ceil(2 * Math.hypot(x1 - x0, y1 - y0)))
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      const column = Math.floor(x0 + share * (x1 - x0))
      const row = Math.floor(y0 + share * (y1 - y0))
      if (column < 1 || row < 1 || column >= this.columns - 1 || row >= this.rows - 1) continue
      look(row * this.columns + column, share)
    }
  }

  /**
   * Gives every cell within a walk of a road the time of the nearest one. Distances are vectors that cells pass to their neighbours, in two
   * passes (Danielsson 1980), sometimes a tenth of a cell too long. Where a barrier may be in between and the roads around are not all
   * reached within the same one of the `times`, calls `secondsOf`, which knows the walk around it.
   */
  spread(times: readonly number[], secondsOf: (place: Spot) => number): void {
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
    const isMixed = this.mixedAround(times)
    this.readNearest(known, east, north, (cell) => (isMixed(cell) ? secondsOf(this.middleOf(cell)) : undefined))
  }

  private readNearest(
    known: Uint8Array,
    east: Int16Array,
    north: Int16Array,
    aroundBarrier: (cell: number) => number | undefined,
  ): void {
    const { columns, hasRoad } = this
    const atRoads = Float64Array.from(this.seconds)
    const most = (WALK_METERS / this.cellMeters) ** 2
    for (let cell = 0; cell < known.length; cell++) {
      if (hasRoad[cell] || !known[cell] || east[cell]! ** 2 + north[cell]! ** 2 > most) continue
      const isDoubtful = this.crossesBarrier(cell, east[cell]!, north[cell]!)
      const straight = atRoads[cell + north[cell]! * columns + east[cell]!]!
      this.seconds[cell] = (isDoubtful ? aroundBarrier(cell) : undefined) ?? straight
    }
  }

  /** Whether a barrier passes through a cell on the straight way from one cell to another. */
  private crossesBarrier(cell: number, east: number, north: number): boolean {
    const steps = Math.max(Math.abs(east), Math.abs(north))
    // Within the tolerance, either side is acceptable.
    if (steps <= TOLERANCE_CELLS) return false
    for (let step = 0; step <= steps; step++) {
      const [x, y] = [Math.round((step * east) / steps), Math.round((step * north) / steps)]
      if (this.hasBarrier[cell + y * this.columns + x]) return true
    }
    return false
  }

  /** Whether some roads within a walk of a cell are reached in one of the times, and others are not. */
  private mixedAround(times: readonly number[]): (cell: number) => boolean {
    const { columns, rows, hasRoad, seconds } = this
    // In squares as wide as a walk: everything within one is in the cell's square or in an adjacent one.
    const side = Math.ceil(WALK_METERS / this.cellMeters)
    const across = Math.ceil(columns / side) + 2
    /** Bits per square: within which of the times its roads are reached. */
    const met = new Int32Array(across * (Math.ceil(rows / side) + 2))
    const computeSquare = (cell: number) =>
      (Math.floor(Math.floor(cell / columns) / side) + 1) * across + Math.floor((cell % columns) / side) + 1
    for (let cell = 0; cell < seconds.length; cell++) {
      if (hasRoad[cell]) met[computeSquare(cell)]! |= 1 << times.filter((time) => seconds[cell]! <= time).length
    }
    return (cell) => {
      const square = computeSquare(cell)
      let around = 0
      for (const row of [-across, 0, across]) for (const column of [-1, 0, 1]) around |= met[square + row + column]!
      return (around & (around - 1)) !== 0
    }
  }

  private middleOf(cell: number): Spot {
    const [column, row] = [(cell % this.columns) + 0.5, Math.floor(cell / this.columns) + 0.5]
    return {
      latE7: Math.round(this.southE7 + row * this.latE7PerCell),
      lngE7: Math.round(this.westE7 + column * this.lngE7PerCell),
    }
  }

  /** Degrees of a place in cells from the south-west corner. */
  degreesOf(column: number, row: number): [lng: number, lat: number] {
    return [(this.westE7 + column * this.lngE7PerCell) / 1e7, (this.southE7 + row * this.latE7PerCell) / 1e7]
  }

  private placeOf({ latE7, lngE7 }: Spot): [column: number, row: number] {
    return [(lngE7 - this.westE7) / this.lngE7PerCell, (latE7 - this.southE7) / this.latE7PerCell]
  }
}

/** An end of a stretch: its place, and when it is reached along the edge and against it. */
export interface Marked extends Spot {
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
