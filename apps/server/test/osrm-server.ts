// A small routing server for tests that speaks OSRM's protocol as osrm-routed 5.27 does; its roads are straight lines at 36 km/h.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodePolyline } from '../src/geography/travel/polyline.ts'
import { straightMeters } from '../src/geography/travel/straight-lines.ts'

export interface OsrmServer {
  readonly url: string
  /** Paths that were asked for. */
  readonly calls: string[]
  /** Fixes the response to every call from now on; undefined restores normal ones. */
  answerAll(answer: { status: number; body: object } | undefined): void
  /** No call is answered until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

interface Place {
  lat: number
  lng: number
}

export async function openOsrm(): Promise<OsrmServer> {
  const calls: string[] = []
  let fixed: { status: number; body: object } | undefined
  let held: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const path = decodeURI(request.url!)
    calls.push(path)
    await held
    const { status, body } = fixed ?? { status: 200, body: answer(path) }
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answerAll: (wanted) => {
      fixed = wanted
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(path: string): object {
  const [, service, , , rest] = path.split('/') as [string, string, string, string, string]
  const [coordinates, query] = rest.split('?') as [string, string]
  const places = coordinates.split(';').map((pair): Place => {
    const [lng, lat] = pair.split(',').map(Number) as [number, number]
    return { lat, lng }
  })
  const options = new URLSearchParams(query)
  if (service === 'table') {
    const side = (name: string) => (options.get(name) ?? '').split(';').map((index) => places[Number(index)]!)
    const table = (perMeter: number) =>
      side('sources').map((from) => side('destinations').map((to) => straightMeters(from, to) * perMeter))
    return { code: 'Ok', durations: table(0.1), distances: table(1), sources: [], destinations: [] }
  }
  const legs = places.slice(1).map((to, index) => {
    const distance = straightMeters(places[index]!, to)
    const steps = [{ geometry: encodePolyline([places[index]!, to]) }, { geometry: encodePolyline([to, to]) }]
    return { duration: distance / 10, distance, summary: '', weight: 1, steps }
  })
  return { code: 'Ok', routes: [{ legs, weight_name: 'routability' }], waypoints: [] }
}
