// A small routing server for tests that speaks Valhalla's protocol as valhalla_service 3.5 does, and knows traffic: its roads are straight lines at
// 36 km/h, and take longer by a factor for the departure that is asked for.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodePolyline } from '../src/geography/travel/polyline.ts'
import { straightMeters } from '../src/geography/travel/straight-lines.ts'

export interface ValhallaServer {
  readonly url: string
  /** Requests received. */
  readonly calls: ValhallaCall[]
  /** No call is answered but by this status from now on; undefined again: properly. */
  failWith(status: number | undefined): void
  close(): Promise<void>
}

export interface ValhallaCall {
  path: string
  sources: number
  targets: number
  /** YYYY-MM-DDTHH:MM; undefined for a question without a departure. */
  departure: string | undefined
}

interface Place {
  lat: number
  lon: number
}

interface Question {
  sources?: Place[]
  targets?: Place[]
  locations?: Place[]
  date_time?: { type: number; value: string }
}

/** `factorAt` tells how much longer ways take for a departure. */
export async function openValhalla(factorAt: (departure: string) => number): Promise<ValhallaServer> {
  const calls: ValhallaCall[] = []
  let failure: number | undefined
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await readAll(request)) as Question
    const { sources = [], targets = [], date_time } = question
    const path = request.url!
    calls.push({ path, sources: sources.length, targets: targets.length, departure: date_time?.value })
    const { status, body } = failure
      ? { status: failure, body: { error: 'out of order' } }
      : answer(path, question, date_time ? factorAt(date_time.value) : 1)
    response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    failWith: (status) => {
      failure = status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function answer(path: string, { sources = [], targets = [], locations = [], date_time }: Question, factor: number) {
  if (path === '/route') return { status: 200, body: { trip: { legs: listLegs(locations, factor) } } }
  // Same restriction as in the real server since its matrices know departures.
  if (date_time?.type === 1 && sources.length > targets.length) {
    const error = 'Time-dependent matrix requests are not allowed for more sources than targets'
    return { status: 400, body: { error_code: 140, error } }
  }
  const cells = sources.map((from) => targets.map((to) => getCell(from, to, factor)))
  return { status: 200, body: { sources_to_targets: cells, units: 'kilometers' } }
}

function getCell(from: Place, to: Place, factor: number) {
  const meters = measureMeters(from, to)
  return { time: Math.round((meters / 10) * factor), distance: meters / 1_000 }
}

function listLegs(places: readonly Place[], factor: number) {
  return places.slice(1).map((to, index) => {
    const from = places[index]!
    const { time, distance } = getCell(from, to, factor)
    // Six decimals: a line of precision 5 whose degrees are ten times as large.
    const shape = encodePolyline([from, to].map(({ lat, lon }) => ({ lat: lat * 10, lng: lon * 10 })))
    return { shape, summary: { time, length: distance } }
  })
}

function measureMeters(from: Place, to: Place): number {
  return straightMeters({ lat: from.lat, lng: from.lon }, { lat: to.lat, lng: to.lon })
}
