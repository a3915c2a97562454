// Messages between the service and its threads.

import type { BuildProgress } from '../engine/build-image.ts'
import type { RoadOptions } from '../engine/open-image.ts'
import type { RoadsErrorCode } from '../foundation/errors.ts'
import type { CutOut } from '../hierarchy/cut-out.ts'
import type { SharedImage } from '../image/image.ts'
import type { TellOptions } from '../places/driven-way.ts'
import type { TableParts } from '../places/loaded-table.ts'
import type { PlacedPoint } from '../places/placed-point.ts'
import type {
  RoadDrive,
  RoadMatrix,
  RoadPath,
  RoadPoint,
  RoadSnap,
  RoadTrace,
  TrackLeg,
  TrackPosition,
} from '../places/road-point.ts'
import type { Reach } from '../reach/reach-search.ts'
import type { ArcShares } from '../traffic/arc-shares.ts'

export interface Failure {
  code: RoadsErrorCode
  message: string
}

/** Start data of the thread that opens or builds; `stop[0]` = 1 aborts it. */
export interface BuildData {
  files: readonly string[]
  options: RoadOptions
  stop: SharedArrayBuffer
  /** A whole image of the same files, on which the wanted one may be based. */
  base: SharedImage | undefined
  /** Hashes of networks that are already open. */
  knownHashes: readonly string[]
}

export type BuildMessage =
  | { kind: 'progress'; progress: BuildProgress }
  | { kind: 'opened'; image: SharedImage; source: 'cache' | 'build'; saveProblem: string | undefined }
  | { kind: 'known'; hash: string }
  | { kind: 'failed'; failure: Failure }

/** For matrices with mixes: sums that one thread computed for all of them. */
interface WithShares {
  shares?: ArcShares
}

/** Tasks of a query thread. A large matrix is a `place` for parts of its points, one `cut`, a `load` in every thread, then `rows`. */
export type QueryTask =
  | { kind: 'path'; points: readonly RoadPoint[] }
  | { kind: 'match'; positions: readonly TrackPosition[] }
  | ({ kind: 'drive'; points: readonly RoadPoint[] } & TellOptions)
  | ({ kind: 'trace'; positions: readonly TrackPosition[] } & TellOptions)
  | { kind: 'nearest'; point: RoadPoint; most: number }
  | { kind: 'snap'; points: readonly RoadPoint[] }
  | { kind: 'reach'; point: RoadPoint; times: readonly number[] }
  | { kind: 'shares'; beside?: ArcShares }
  | ({ kind: 'matrix'; sources: readonly RoadPoint[]; targets: readonly RoadPoint[] } & WithShares)
  | { kind: 'place'; points: readonly RoadPoint[]; first: number }
  | ({ kind: 'cut'; starts: readonly PlacedPoint[]; ends: readonly PlacedPoint[] } & WithShares)
  | { kind: 'load'; parts: TableParts }
  | ({ kind: 'rows'; firstStart: number; rows: number; matrix: RoadMatrix } & WithShares)
  | { kind: 'unload' }

export interface QueryResults {
  path: RoadPath
  match: TrackLeg[]
  drive: RoadDrive
  trace: RoadTrace
  nearest: RoadSnap[]
  snap: (RoadSnap | undefined)[]
  reach: Reach | undefined
  shares: ArcShares
  matrix: RoadMatrix
  place: PlacedPoint[]
  cut: CutOut
  load: undefined
  rows: undefined
  unload: undefined
}

export type QueryAnswer = { result: QueryResults[QueryTask['kind']] } | { failure: Failure }
