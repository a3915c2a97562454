// How the steps of the guided start stand, by what a project has and what somebody settled.
import type { Plan, ProjectSettings, Vehicle } from '@routewright/contract'
import { expect, test } from 'vitest'
import { getState, isDepotOnMap, nextStep, readFacts, type StartFacts } from './start-facts.ts'

const nothing: StartFacts = { vehicles: { count: 0, names: [], haveStart: false }, plan: undefined, hasStops: false }
const vaduz = { lat: 47.14, lng: 9.52 }
const liechtenstein = {
  extracts: [
    {
      name: 'Liechtenstein',
      bounds: [
        [9.4, 47],
        [9.7, 47.3],
      ],
    },
  ],
}
const world = (settings: ProjectSettings = {}, facts: Partial<StartFacts> = {}, map = liechtenstein) => ({
  project: { settings },
  facts: { ...nothing, ...facts },
  map,
})

test('a name and a map are there from the beginning: they are done once somebody says that they are right', () => {
  expect(getState('project', world())).toBe('open')
  expect(getState('project', world({ settled_steps: ['project'] }))).toBe('done')
  expect(getState('map', world())).toBe('open')
  expect(getState('map', world({ settled_steps: ['map'] }))).toBe('done')
  expect(getState('map', world({ settled_steps: ['map'] }, {}, { extracts: [] }))).toBe('skipped')
})

test('what is there needs nobody to say so', () => {
  const vehicles = { count: 2, names: ['Van 1'], haveStart: true }
  expect(getState('vehicles', world({}, { vehicles }))).toBe('done')
  expect(getState('depot', world({}, { vehicles }))).toBe('done')
  expect(getState('depot', world({ depot: vaduz }))).toBe('done')
  expect(getState('map', world({ depot: vaduz }))).toBe('done')
  expect(getState('project', world({}, { vehicles }))).toBe('done')
  expect(getState('stops', world({}, { hasStops: true, plan: {} as Plan }))).toBe('done')
})

test('what is left out is told from what is done, and is done as soon as it is there', () => {
  const settled_steps: ProjectSettings['settled_steps'] = ['depot', 'vehicles', 'stops']
  for (const step of ['depot', 'vehicles', 'stops'] as const) {
    expect(getState(step, world())).toBe('open')
    expect(getState(step, world({ settled_steps }))).toBe('skipped')
  }
  expect(getState('depot', world({ settled_steps, depot: vaduz }))).toBe('done')
})

test('a depot that no map shows opens the step of the map again', () => {
  const depot = { lat: 40.4, lng: -3.7 }
  expect(isDepotOnMap({ settings: { depot } }, liechtenstein)).toBe(false)
  expect(isDepotOnMap({ settings: { depot: vaduz } }, liechtenstein)).toBe(true)
  expect(isDepotOnMap({ settings: {} }, liechtenstein)).toBeUndefined()
  expect(getState('map', world({ depot }))).toBe('open')
})

test('after a step comes the next open one, then those that were passed over', () => {
  const steps = (['project', 'map', 'depot', 'vehicles', 'stops'] as const).map((name) => ({
    name,
    state: name === 'map' || name === 'vehicles' ? ('done' as const) : ('open' as const),
  }))
  expect(nextStep({ steps })).toBe('project')
  expect(nextStep({ steps }, 'project')).toBe('depot')
  expect(nextStep({ steps }, 'stops')).toBe('project')
  expect(nextStep({ steps: steps.map((step) => ({ ...step, state: 'done' })) })).toBeUndefined()
})

test('a vehicle is named by its label, else its plate, else its id', () => {
  const docs = [{ id: 'v1', label: 'Van 1', plate: 'FL 1' }, { id: 'v2', plate: 'FL 2' }, { id: 'v3' }] as Vehicle[]
  expect(readFacts({ total: 70, docs }, []).vehicles).toEqual({
    count: 70,
    names: ['Van 1', 'FL 2', 'v3'],
    haveStart: false,
  })
  const placed = [...docs, { id: 'v4', default_start_location: vaduz }] as Vehicle[]
  expect(readFacts({ total: 4, docs: placed }, []).vehicles.haveStart).toBe(true)
})

test('the plan is the newest with stops, else the newest that is open', () => {
  const plan = (id: string, total_stops: number, status: Plan['status']) => ({ id, total_stops, status }) as Plan
  const none = { total: 0, docs: [] }
  const [over, empty, filled] = [plan('a', 0, 'finished'), plan('b', 0, 'planning'), plan('c', 1, 'finished')]
  expect(readFacts(none, [over, empty, filled])).toMatchObject({ plan: filled, hasStops: true })
  expect(readFacts(none, [over, empty])).toMatchObject({ plan: empty, hasStops: false })
  expect(readFacts(none, [over]).plan).toBeUndefined()
})
