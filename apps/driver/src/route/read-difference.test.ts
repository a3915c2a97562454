// A phone takes what changed of a route, and asks for the whole where that does not fit what it has.
import { createHash } from 'node:crypto'
import type { DriverRoute, RouteDifference } from '@routewright/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { changesForm, readDifference } from './read-difference.ts'

afterEach(() => void vi.unstubAllGlobals())

const stop = (id: string, more: object = {}) => ({ id, status: 'pending', estimated_arrival_time: '08:00', ...more })
const routeWith = (...stops: object[]) => ({ id: 'route', label: 'North', stops }) as unknown as DriverRoute
const before = routeWith(stop('a'), stop('b'))
const done = stop('a', { status: 'completed' })

function difference(stops: object[], more: object = {}): RouteDifference {
  const digest = createHash('sha256').update(JSON.stringify(stops)).digest('hex')
  const told = { route: { id: 'route', label: 'North' }, stops: [done], arrivals: ['08:10'], departures: [null] }
  return { ...told, digest, ...more } as unknown as RouteDifference
}

/** The service tells the whole route, or nothing; returns the paths that it was asked. */
function answerWith(route: DriverRoute | undefined): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response(JSON.stringify(route ?? {}), { status: route ? 200 : 503 })
  })
  return asked
}

test('the stops that changed take the places of the earlier ones, the others get their estimates', async () => {
  const asked = answerWith(undefined)
  const after = [done, stop('b', { estimated_arrival_time: '08:10' })]
  expect(await readDifference('token', before, difference(after))).toEqual(routeWith(...after))
  expect(asked).toEqual([])
})

test.each([
  ['another digest', difference([stop('a')])],
  ['a stop that is not there', difference([done], { stop_ids: ['a', 'c'] })],
])('for %s the route is asked for whole', async (_why, told) => {
  const whole = routeWith(stop('c'))
  expect(answerWith(whole)).toEqual([])
  expect(await readDifference('token', before, told)).toEqual(whole)
})

test('where the service does not tell the whole now either, there is none', async () => {
  answerWith(undefined)
  expect(await readDifference('token', before, difference([]))).toBeUndefined()
})

test('over a plain line, where a page has no digests, routes come whole', () => {
  expect(changesForm()).toBe('difference')
  vi.stubGlobal('crypto', {})
  expect(changesForm()).toBe('whole')
})
