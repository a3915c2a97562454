// Places from another geocoding server over HTTP: a few requests at a time, each address once, one repetition.
import { type FoundPlace, type Geocoder, GeocoderFailure, MIN_SCORING, type PlaceQuery } from './geocoder.ts'

/** How one kind of server is called, and how its responses are read. */
export interface GeocoderProtocol {
  name: string
  /** Path and query of a search, below the server's address. */
  searchPath(query: PlaceQuery, limit: number): string
  reversePath(lat: number, lng: number): string
  /** Returns the places of a response, best first; `asked` is the free text, or empty for a reverse search. */
  read(answer: unknown, asked: string): FoundPlace[]
}

const CONCURRENCY = 4
/** Places of which the best is taken. */
const CANDIDATES = 5
const REQUEST_MILLISECONDS = 10_000
const ATTEMPTS = 2
const MAX_ANSWER_BYTES = 2_000_000

export function createRemoteGeocoder(baseUrl: string, protocol: GeocoderProtocol): Geocoder {
  const search = async (query: PlaceQuery, limit: number) => {
    const answer = await ask(baseUrl + protocol.searchPath(query, limit), protocol.name)
    return answer === undefined ? [] : protocol.read(answer, query.address)
  }
  return {
    async find(queries) {
      const found = new Map<string, FoundPlace | undefined>()
      await forEachDistinct(queries, async (key, query) => {
        const best = chooseBest(await search(query, CANDIDATES))
        found.set(key, best && best.scoring >= MIN_SCORING ? best : undefined)
      })
      return queries.map((query) => found.get(getKey(query)))
    },
    suggest: search,
    async nearest(lat, lng) {
      const answer = await ask(baseUrl + protocol.reversePath(lat, lng), protocol.name)
      return answer === undefined ? undefined : protocol.read(answer, '')[0]
    },
  }
}

/** Servers put well-known places first: the house itself is often the second. Among equals the server's order holds. */
function chooseBest(places: readonly FoundPlace[]): FoundPlace | undefined {
  return places.toSorted((a, b) => b.scoring - a.scoring)[0]
}

function getKey({ address, countryCode }: PlaceQuery): string {
  return `${countryCode ?? ''}\n${address.trim()}`
}

/** A few lanes that take the next query; the first failure ends them all. */
async function forEachDistinct(
  queries: readonly PlaceQuery[],
  work: (key: string, query: PlaceQuery) => Promise<void>,
): Promise<void> {
  const waiting = new Map(queries.map((query) => [getKey(query), query])).entries()
  let hasFailed = false
  const lane = async () => {
    for (const [key, query] of waiting) {
      if (hasFailed) return
      await work(key, query).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
}

/** Returns the JSON of a response; undefined when the server does not understand this query. */
async function ask(url: string, name: string): Promise<unknown> {
  let reason = ''
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', 'user-agent': 'Routewright' },
        signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
      })
      if (response.ok) return await readJson(response)
      await response.body?.cancel()
      if (response.status === 400 || response.status === 404) return undefined
      reason = `${name} answered ${response.status}`
      if (response.status < 500) break
    } catch (error) {
      reason = `${name} did not answer (${getReason(error)})`
    }
  }
  throw new GeocoderFailure(reason)
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text.length > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
  return JSON.parse(text)
}

/** Codes and kinds only: a message may repeat the address with a key in it. */
function getReason(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON'
  const { cause, name, code } = error as { cause?: { code?: string }; name?: string; code?: string }
  return cause?.code ?? (name === 'TimeoutError' ? 'timeout' : typeof code === 'string' ? code : (name ?? 'failure'))
}
