import { expect, test } from 'vitest'
import { planOverlay, stopRadius } from './plan-layers.ts'

const nothing = { type: 'FeatureCollection' as const, features: [] }
const features = { stops: nothing, routes: nothing, depots: nothing }

test('the radius of a stop is the one that the layer draws, at every zoom', () => {
  const { layers } = planOverlay('light', features)
  const { paint } = layers.find(({ id }) => id === 'plan-stops') as { paint: { 'circle-radius': unknown[] } }
  expect(paint['circle-radius']).toEqual(['interpolate', ['linear'], ['zoom'], 8, 3.5, 12, 8, 15, 12])
  expect([0, 8, 10, 12, 13.5, 15, 19].map(stopRadius)).toEqual([3.5, 3.5, 5.75, 8, 10, 12, 12])
})

test('stops are drawn together from afar once there are some hundreds of them, and one by one before', () => {
  const many = { ...nothing, features: Array.from({ length: 401 }, () => ({}) as never) }
  const isClustered = (stops: typeof nothing) =>
    (planOverlay('light', { ...features, stops }).sources['plan-stops'] as { cluster: boolean }).cluster
  expect(isClustered({ ...many, features: many.features.slice(1) })).toBe(false)
  expect(isClustered(many)).toBe(true)
})

test('a style begins with what its sources show, and every layer has its source', () => {
  const { sources, layers } = planOverlay('dark', features)
  expect(sources['plan-stops']).toMatchObject({ type: 'geojson', data: features.stops, promoteId: 'id' })
  for (const layer of layers) expect(Object.keys(sources)).toContain((layer as { source: string }).source)
})
