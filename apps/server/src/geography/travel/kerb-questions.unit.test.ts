// Requests to routing servers when vehicles stop on the side of the house.
import { expect, test } from 'vitest'
import { osrmProtocol } from './osrm.ts'
import type { Ask } from './routing-server.ts'
import type { TravelPoint } from './travel.ts'
import { valhallaProtocol } from './valhalla.ts'

const points: TravelPoint[] = [
  { lat: 47.1, lng: 9.5, isVehicle: true },
  { lat: 47.2, lng: 9.6 },
]

/** Path and body of the first call; no place is answered to have a road. */
async function firstCall(work: (ask: Ask) => Promise<unknown>, body: unknown): Promise<[string, unknown]> {
  const calls: [string, unknown][] = []
  await work(async (path, sent) => {
    calls.push([path, sent])
    return { status: 400, body }
  })
  return calls[0]!
}

test('OSRM is told to come to the kerb, but not to a vehicle under way', async () => {
  const noRoute = { code: 'NoRoute' }
  const approaches = async (isAtCurb: boolean, work: 'table' | 'path') => {
    const protocol = osrmProtocol('car', isAtCurb)
    const ask = (by: Ask) => (work === 'table' ? protocol.table(by, points, points) : protocol.path(by, points))
    return new URL((await firstCall(ask, noRoute))[0], 'http://osrm').searchParams.get('approaches')
  }
  expect(await approaches(true, 'table')).toBe('unrestricted;curb')
  expect(await approaches(true, 'path')).toBe('unrestricted;curb')
  expect(await approaches(false, 'table')).toBeNull()
})

test('Valhalla is told the side, and from which roads on', async () => {
  const locations = async (curb?: 'major_roads' | 'always') => {
    const protocol = valhallaProtocol({ mode: 'van', needs: {}, ...(curb && { curb }) })
    const [, body] = await firstCall((ask) => protocol.path(ask, points), { error_code: 442 })
    return (body as { locations: object[] }).locations
  }
  const [underWay, house] = [
    { lat: 47.1, lon: 9.5, type: 'break' },
    { lat: 47.2, lon: 9.6, type: 'break' },
  ]
  expect(await locations()).toEqual([underWay, house])
  expect(await locations('always')).toEqual([underWay, { ...house, preferred_side: 'same' }])
  const onMajor = { ...house, preferred_side: 'same', street_side_cutoff: 'secondary' }
  expect(await locations('major_roads')).toEqual([underWay, onMajor])
})
