// Remembers recorded tracks piece by piece: a track is asked for at every report, but its old part is matched to roads only once.
import { createHash } from 'node:crypto'
import type { TrackSource } from './leg-source.ts'
import type { RecordedPosition, TrackLeg, TravelOptions } from './travel.ts'

/** Positions in one piece. */
const pieceLength = 64
/** Positions before and after a piece that are matched with it, because they decide which roads its ends lie on. */
const contextLength = 12
/** Memory of a piece without its lines. */
const bytesPerPiece = 64 * 60

interface Piece {
  legs: readonly TrackLeg[]
  bytes: number
}

export class TrackCache {
  private readonly maxBytes: number
  /** Pieces by source and positions, least recently used first. */
  private readonly pieces = new WeakMap<TrackSource, Map<string, Piece>>()

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** One leg for each pair of neighbours; only pieces that are unknown or not complete yet are asked for. */
  async track(
    source: TrackSource,
    positions: readonly RecordedPosition[],
    options?: TravelOptions,
  ): Promise<TrackLeg[]> {
    const firsts = Array.from({ length: Math.ceil((positions.length - 1) / pieceLength) }, (_, at) => at * pieceLength)
    return (await Promise.all(firsts.map((first) => this.piece(source, positions, first, options)))).flat()
  }

  /** The legs from position `first` to the one a piece later, or the last one. */
  private async piece(
    source: TrackSource,
    positions: readonly RecordedPosition[],
    first: number,
    options: TravelOptions | undefined,
  ): Promise<readonly TrackLeg[]> {
    const begin = Math.max(0, first - contextLength)
    const part = positions.slice(begin, first + pieceLength + contextLength + 1)
    const ask = async () => {
      const legs = await source.track(part, options)
      return legs.slice(first - begin, first - begin + pieceLength)
    }
    // The end of a track changes with the positions to come, so it is not kept yet.
    const isComplete = positions.length > first + pieceLength + contextLength
    if (!isComplete) return ask()
    const kept = this.keptOf(source)
    const key = getKey(part)
    const known = kept.get(key)
    const piece = known ?? withSize(await ask())
    kept.delete(key)
    kept.set(key, piece)
    this.trim(kept)
    return piece.legs
  }

  private keptOf(source: TrackSource): Map<string, Piece> {
    const kept = this.pieces.get(source) ?? new Map<string, Piece>()
    this.pieces.set(source, kept)
    return kept
  }

  private trim(kept: Map<string, Piece>): void {
    let bytes = 0
    for (const piece of kept.values()) bytes += piece.bytes
    for (const [oldest, piece] of kept) {
      if (bytes <= this.maxBytes) break
      kept.delete(oldest)
      bytes -= piece.bytes
    }
  }
}

function withSize(legs: readonly TrackLeg[]): Piece {
  return { legs, bytes: legs.reduce((sum, { geometry }) => sum + geometry.length, bytesPerPiece) }
}

function getKey(positions: readonly RecordedPosition[]): string {
  const values = positions.flatMap(({ lat, lng, accuracyMeters, atSeconds }) => [
    lat,
    lng,
    accuracyMeters ?? -1,
    atSeconds ?? -1,
  ])
  return createHash('sha256').update(Float64Array.from(values)).digest('base64')
}
