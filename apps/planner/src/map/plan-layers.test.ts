import { expect, test } from 'vitest'
import { setChosenRoute, showLayers } from './drawn-plan.ts'
import { planOverlay, stopRadius } from './plan-layers.ts'

const nothing = { type: 'FeatureCollection' as const, features: [] }
const features = { stops: nothing, routes: nothing, depots: nothing }

test('the radius of a stop is the one that the layer draws, at every zoom', () => {
  const { layers } = planOverlay('light', features)
  const { paint } = layers.find(({ id }) => id === 'plan-stops') as { paint: { 'circle-radius': unknown[] } }
  const [, , , ...steps] = paint['circle-radius'] as [unknown, unknown, unknown, ...(number | unknown[])[]]
  const whole = steps.map((step) => (Array.isArray(step) ? step.at(-1) : step))
  expect(whole).toEqual([6, 4, 9, 8, 15, 12])
  expect([0, 6, 7.5, 9, 12, 15, 19].map(stopRadius)).toEqual([4, 4, 6, 8, 10, 12, 12])
})

test('stops are drawn together from afar once there are some hundreds of them, and one by one before', () => {
  const many = { ...nothing, features: Array.from({ length: 401 }, () => ({}) as never) }
  const isClustered = (stops: typeof nothing) =>
    (planOverlay('light', { ...features, stops }).sources['plan-stops'] as { cluster: boolean }).cluster
  expect(isClustered({ ...many, features: many.features.slice(1) })).toBe(false)
  expect(isClustered(many)).toBe(true)
})

test('a chosen route has numbers and arrows of its own, and no stop is drawn together with others', () => {
  const many = { ...nothing, features: Array.from({ length: 401 }, () => ({}) as never) }
  const filters = new Map<string, unknown>()
  let cluster = true
  const map = {
    getSource: () => ({
      getClusterOptions: () => ({ cluster }),
      setClusterOptions: (options: { cluster: boolean }) => {
        cluster = options.cluster
      },
    }),
    setFilter: (layer: string, filter: unknown) => filters.set(layer, filter),
    setLayoutProperty: () => {},
  }
  setChosenRoute(map as never, { ...features, stops: many }, 'A')
  expect(cluster).toBe(false)
  expect(filters.get('plan-stop-number')).toEqual(['==', ['get', 'routeId'], 'A'])
  expect(filters.get('plan-route-arrows')).toEqual(['==', ['get', 'id'], 'A'])
  setChosenRoute(map as never, { ...features, stops: many }, undefined)
  expect(cluster).toBe(true)
  expect(filters.get('plan-stop-number')).toEqual(['!', ['has', 'point_count']])
})

test('a style begins with what its sources show, and every layer has its source', () => {
  const { sources, layers } = planOverlay('dark', features)
  expect(sources['plan-stops']).toMatchObject({ type: 'geojson', data: features.stops, promoteId: 'id' })
  for (const layer of layers) expect(Object.keys(sources)).toContain((layer as { source: string }).source)
})

test('chosen layers are shown with their data, the others hidden', () => {
  const calls: unknown[][] = []
  const map = {
    getSource: (id: string) => ({ setData: (data: { features: unknown[] }) => calls.push([id, data.features.length]) }),
    getLayer: () => true,
    setLayoutProperty: (layer: string, _: string, value: string) => calls.push([layer, value]),
  }
  const polygon: [number, number][] = [
    [9, 47],
    [10, 47],
    [10, 48],
  ]
  const zones = [
    { enabled: true, polygon },
    { enabled: false, polygon },
  ]
  showLayers(map as never, { chosen: ['zones'], zones: zones as never, driven: { ...nothing, features: [{}] } })
  expect(calls).toEqual([
    ['plan-zones', 1],
    ['plan-driven', 1],
    ['plan-depots', 'none'],
    ['plan-zones', 'visible'],
    ['plan-zone-lines', 'visible'],
    ['plan-driven', 'none'],
  ])
})
