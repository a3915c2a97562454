// Asking a routing server over HTTP: addresses, a time limit, a few calls at once, halves where one place spoils a whole call.
import { createLimit } from '../../frame/platform/limit.ts'
import type { LegSource, LegTable, OpenTable, TravelLeg } from './leg-source.ts'
import { TravelError, type TravelOptions, type TravelPoint } from './travel.ts'

/** One protocol. Returns undefined where a place in the call has no road, or two have no way between them. */
export interface RoutingProtocol {
  readonly name: string
  /** Most sources, and most targets, of one call. */
  readonly maxTableSide: number
  /** Most points of one path. */
  readonly maxPathPoints: number
  table(ask: Ask, sources: readonly TravelPoint[], targets: readonly TravelPoint[]): Promise<LegTable | undefined>
  path(ask: Ask, points: readonly TravelPoint[]): Promise<TravelLeg[] | undefined>
}

export interface JsonAnswer {
  status: number
  body: unknown
}

/** Sends one call; `body` makes it a POST. Throws TravelError when no JSON comes back in time. */
export type Ask = (path: string, body?: unknown) => Promise<JsonAnswer>

export interface RoutingServerOptions {
  url: string
  protocol: RoutingProtocol
  timeoutMilliseconds?: number
}

const concurrentCalls = 4

/** A server as a source of legs for one mode. */
export function createServerSource({ url, protocol, timeoutMilliseconds = 30_000 }: RoutingServerOptions): LegSource {
  const limit = createLimit(concurrentCalls)
  const getAsker =
    (options: TravelOptions | undefined): Ask =>
    (path, body) =>
      limit(() => call(`${url}${path}`, body, timeoutMilliseconds, options?.signal))
  return {
    async matrix(sources, targets, options) {
      const ask = getAsker(options)
      const size = sources.length * targets.length
      const whole: OpenTable = { seconds: new Int32Array(size).fill(-1), meters: new Int32Array(size).fill(-1) }
      const fill = async (rows: Span, columns: Span): Promise<void> => {
        const [from, to] = [sources.slice(...rows), targets.slice(...columns)]
        const part = await protocol.table(ask, from, to)
        if (part) return copyPart(part, rows, columns, whole, targets.length)
        if (from.length * to.length === 1) return
        // One place without a road makes the server refuse the whole call, so it is asked by halves until that place is alone.
        for (const half of rows[1] - rows[0] >= columns[1] - columns[0] ? halves(rows) : [rows]) {
          for (const other of half === rows ? halves(columns) : [columns]) await fill(half, other)
        }
      }
      const tiles = spans(sources.length, protocol.maxTableSide).flatMap((rows) =>
        spans(targets.length, protocol.maxTableSide).map((columns) => fill(rows, columns)),
      )
      await allSettledOrThrow(tiles)
      return whole
    },
    async path(points, options) {
      const ask = getAsker(options)
      const search = async (part: readonly TravelPoint[]): Promise<TravelLeg[]> => {
        const legs = await protocol.path(ask, part)
        if (legs) return legs
        if (part.length === 2) return [{ seconds: -1, meters: -1, geometry: '' }]
        const middle = part.length >> 1
        return [...(await search(part.slice(0, middle + 1))), ...(await search(part.slice(middle)))]
      }
      const parts: Promise<TravelLeg[]>[] = []
      for (let first = 0; first < points.length - 1; first += protocol.maxPathPoints - 1) {
        parts.push(search(points.slice(first, first + protocol.maxPathPoints)))
      }
      return (await allSettledOrThrow(parts)).flat()
    },
  }
}

/** From inclusive, to exclusive. */
type Span = readonly [from: number, to: number]

function spans(count: number, size: number): Span[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, part) => [part * size, Math.min(count, (part + 1) * size)])
}

function halves([from, to]: Span): Span[] {
  const middle = (from + to) >> 1
  return [
    [from, middle],
    [middle, to],
  ]
}

function copyPart(part: LegTable, rows: Span, columns: Span, whole: OpenTable, width: number): void {
  const partWidth = columns[1] - columns[0]
  for (let row = rows[0]; row < rows[1]; row++) {
    const from = (row - rows[0]) * partWidth
    const to = row * width + columns[0]
    whole.seconds.set(part.seconds.subarray(from, from + partWidth), to)
    whole.meters.set(part.meters.subarray(from, from + partWidth), to)
  }
}

/** All results. Throws the first failure, but only after every promise has ended, so that nothing goes on unseen. */
async function allSettledOrThrow<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function call(
  address: string,
  body: unknown,
  timeoutMilliseconds: number,
  signal: AbortSignal | undefined,
): Promise<JsonAnswer> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const response = await fetch(address, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      redirect: 'error',
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await readJson(response) }
  } catch (error) {
    if (signal?.aborted || error instanceof TravelError) throw error
    const { host } = new URL(address)
    if (timeout.aborted) {
      throw new TravelError(`the routing server at ${host} did not answer within ${timeoutMilliseconds / 1000} s`)
    }
    throw new TravelError(`the routing server at ${host} cannot be reached`, { cause: error })
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    const { host } = new URL(response.url)
    throw new TravelError(`the routing server at ${host} answered ${response.status} without JSON`)
  }
}
