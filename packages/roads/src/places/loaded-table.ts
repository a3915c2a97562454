// The places of a matrix, with the roads that they climb to, and the ends on each edge.

import type { Climb } from '../hierarchy/climb.ts'
import type { CutOut } from '../hierarchy/cut-out.ts'
import { TableSweep } from '../hierarchy/table-sweep.ts'
import type { PlacedPoint } from './placed-point.ts'

/** A matrix prepared once, and loaded by every thread that fills rows of it. */
export interface TableParts {
  starts: readonly PlacedPoint[]
  ends: readonly PlacedPoint[]
  part: CutOut
}

export class LoadedTable {
  /** Kept from table to table, with the memory of the largest one, until it is released. */
  private workspace: TableSweep | undefined
  private parts: TableParts | undefined
  private readonly byEdge = new Map<number, { target: number; placed: PlacedPoint }[]>()
  private readonly climbs = new Map<number, Climb>()

  get sweep(): TableSweep {
    this.workspace ??= new TableSweep()
    return this.workspace
  }

  get isLoaded(): boolean {
    return this.parts !== undefined
  }

  load(parts: TableParts): void {
    this.clear()
    this.parts = parts
    this.sweep.load(parts.part)
    for (const [target, placed] of parts.ends.entries()) {
      if (!placed.place) continue
      const onEdge = this.byEdge.get(placed.place.edge)
      if (onEdge) onEdge.push({ target, placed })
      else this.byEdge.set(placed.place.edge, [{ target, placed }])
    }
  }

  clear(): void {
    this.parts = undefined
    this.workspace?.clear()
    this.byEdge.clear()
    this.climbs.clear()
  }

  /** Clears the table and releases its memory. */
  giveBack(): void {
    this.clear()
    this.workspace = undefined
  }

  /** Throws when no table is loaded. */
  get loaded(): TableParts {
    if (!this.parts) throw new Error('no table is loaded')
    return this.parts
  }

  /** Targets that lie on an edge. */
  listOnEdge(edge: number): readonly { target: number; placed: PlacedPoint }[] {
    return this.byEdge.get(edge) ?? []
  }

  /** The climb from a target, made once for the whole table. */
  climbFrom(target: number, make: (placed: PlacedPoint) => Climb): Climb {
    const known = this.climbs.get(target)
    if (known) return known
    const climb = make(this.loaded.ends[target]!)
    this.climbs.set(target, climb)
    return climb
  }
}
