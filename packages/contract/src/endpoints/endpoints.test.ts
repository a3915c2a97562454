// The tables contain every operation of the specification and of the decisions, once each, with valid examples.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { endpoint, endpoints } from '../all-endpoints.ts'
import { ajvKeywords } from '../keywords.ts'
import type { Endpoint } from './endpoint.ts'
import { pathParameters, toFastifyPath } from './endpoint.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, allErrors: true })
formats.default(ajv)
for (const keyword of ajvKeywords) ajv.addKeyword(keyword as Parameters<Ajv2020['addKeyword']>[0])

const all: readonly Endpoint[] = endpoints
const shown = all.filter(({ visibility }) => visibility === 'public')

/** The tables of the specification, line by line, followed by additions of the decisions. */
const specified = `
GET /v2/plans
POST /v2/plan
GET /v2/plan/{id}
PUT /v2/plan/{id}
DELETE /v2/plan/{id}
POST /v2/plan/{id}/optimize/async
POST /v2/plan/{id}/optimize
GET /v2/plan/{id}/routes
GET /v2/plan/{id}/stops
GET /v2/plans/routes
GET /v2/plans/stops
GET /v2/route/{id}
PUT /v2/route/{id}
DELETE /v2/route/{id}
POST /v2/route/{id}/dispatch
POST /v2/route/{id}/optimize
POST /v2/routes
PUT /v2/route/{id}/stops
GET /v2/stop/{stop_id}
PUT /v2/stop/{stop_id}
POST /v2/stops
POST /v2/stops/geocode
POST /v2/stops/search
POST /v2/stop/move
PUT /v2/stops/delete
POST /v3/stop/{stop_id}/report
POST /v2/task
PUT /v2/task/{task_id}
DELETE /v2/task/{task_id}
GET /v2/vehicles
GET /v2/vehicle/{vehicle_id}
POST /v2/vehicle
POST /v3/vehicles
PUT /v2/vehicle/{vehicle_id}
DELETE /v2/vehicle/{vehicle_id}
POST /v2/vehicles/sessions
POST /v2/vehicles/performance

GET /v2/plan/{id}/running_optimization
DELETE /v2/plan/{id}/running_optimization
DELETE /v2/stop/{stop_id}
GET /v2/stops/search
POST /v2/report
POST /v3/stop/{stop_id}/report/image
POST /v2/vehicles
GET /v2/projects
GET /v2/project/{project_id}/zones
POST /v2/project/{project_id}/zone
GET /v2/project/{project_id}/zone/{zone_id}
PUT /v2/project/{project_id}/zone/{zone_id}
DELETE /v2/project/{project_id}/zone/{zone_id}
GET /v2/clients
POST /v2/client
GET /v2/client/{client_id}
PUT /v2/client/{client_id}
DELETE /v2/client/{client_id}
`
  .trim()
  .split(/\n+/)

test.each(specified)('%s is declared as a public operation', (line) => {
  expect(shown.map(({ method, path }) => `${method} ${path}`)).toContain(line)
})

test('no two operations share a method and path, even with other parameter names', () => {
  const keys = all.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('an operation is found by its id', () => {
  for (const { operationId } of endpoints) expect(endpoint(operationId).operationId).toBe(operationId)
})

test('public operations live under /v2 and /v3, internal ones but for those of older clients elsewhere', () => {
  for (const { visibility, path, isForOlderClients } of all) {
    if (!isForOlderClients) expect(/^\/v[23]\//.test(path), path).toBe(visibility === 'public')
  }
})

test('creations answer 201, actions and deletions 200 with the record, the bulk deletion 204', () => {
  const actions = ['optimize', 'async', 'dispatch', 'move', 'search', 'sessions', 'performance', 'test']
  for (const { method, path, response } of shown) {
    const statuses = Object.keys(response).map(Number)
    const isAction = actions.includes(path.split('/').at(-1)!)
    if (path === '/v2/stops/delete') expect(statuses).toEqual([204])
    else if (method === 'POST' && !isAction) expect(statuses, path).toContain(201)
    else expect(statuses, path).toEqual([200])
  }
})

test('bodies have the specified sizes', () => {
  const mebibytes = Object.fromEntries(
    all.map(({ operationId, maxBodyBytes }) => [operationId, maxBodyBytes / 1_048_576]),
  )
  const own = Object.entries(mebibytes).filter(([, size]) => size !== 1)
  expect(Object.fromEntries(own)).toEqual({
    addRouteTrack: 10,
    createChargingPlaces: 3,
    createClients: 3,
    createDepots: 3,
    createDriverRecords: 3,
    createDrivers: 3,
    createStops: 5,
    geocodeStops: 5,
    createPlan: 3,
    createRoutes: 3,
    createVehicles: 3,
    createVehiclesAlias: 3,
    uploadReportImage: 10,
    uploadRouteMessageImage: 10,
    uploadDriverMessageImage: 10,
    uploadDriverReportImage: 10,
    replaySpreadsheet: 5,
    solveVroom: 16,
    addMapFile: 8_192,
    replaceMapFile: 8_192,
  })
})

test('compute-heavy operations have their lower caps', () => {
  const capped = shown.filter(({ ratePerMinute }) => ratePerMinute !== undefined)
  expect(Object.fromEntries(capped.map(({ operationId, ratePerMinute }) => [operationId, ratePerMinute]))).toEqual({
    geocodeStops: 60,
    optimizePlan: 30,
    optimizePlanAsync: 30,
    optimizeRoute: 60,
    dispatchRoute: 120,
    searchStops: 600,
    searchStopsByText: 600,
    sendTestEvent: 60,
  })
})

test('list operations take limit 20 and offset 0 unless told otherwise, and at most 1000 records', () => {
  // The search over everything returns the best few, not a paginated list; a plan's plain arrays are returned whole unless a part is
  // requested.
  const others = ['findAnything', 'listPlanRoutes', 'listPlanStops']
  const paged = all.filter(
    ({ operationId, query }) => query?.properties.limit !== undefined && !others.includes(operationId),
  )
  expect(paged.length).toBeGreaterThan(5)
  for (const { query } of paged) {
    expect(query!.properties.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 1_000, default: 20 })
    expect(query!.properties.offset).toMatchObject({ type: 'integer', minimum: 0, default: 0 })
  }
})

test('lists are paginated envelopes, lists inside a record and of a day are plain arrays', () => {
  const envelopes = shown.filter(({ response }) => response[200] && 'docs' in (properties(response[200]) ?? {}))
  expect(envelopes.map(({ operationId }) => operationId).sort()).toEqual([
    'listClients',
    'listDeliveries',
    'listPlans',
    'listProjects',
    'listVehicles',
    'searchStops',
    'searchStopsByText',
  ])
  for (const operationId of [
    'listPlanRoutes',
    'listPlanStops',
    'listDayRoutes',
    'listDayStops',
    'listZones',
    'listWebhookSubscriptions',
  ] as const) {
    expect(endpoint(operationId).response[200], operationId).toMatchObject({ type: 'array' })
  }
})

function properties(schema: object): object | undefined {
  return (schema as { properties?: object }).properties
}

test('lists are sorted by creation, newest first, unless told otherwise', () => {
  const sorted = shown.filter(({ query }) => query?.properties.sort !== undefined)
  expect(sorted.length).toBeGreaterThan(4)
  for (const { query } of sorted) expect(query!.properties.sort).toMatchObject({ default: 'created_at:desc' })
})

test('inputs accept no read-only field', () => {
  const readOnly =
    /^(id|organization_id|project_id|created_.*|updated_.*|deleted.*|planned_.*|estimated_.*|distance_.*|reports|survey|tracking_url|chain_.*|fixed_id|total_.*|report_attempts)$/
  for (const operationId of [
    'createStops',
    'updateStop',
    'createRoutes',
    'updateRoute',
    'createPlan',
    'updatePlan',
    'createVehicle',
    'updateVehicle',
    'createClient',
  ] as const) {
    const { body }: Endpoint = endpoint(operationId)
    const { items = body } = body as { items?: object }
    const schema = items as { properties: object }
    expect(
      Object.keys(schema.properties).filter((name) => readOnly.test(name)),
      operationId,
    ).toEqual([])
  }
  const stopInput = (endpoint('createStops').body.items as { properties: object }).properties
  expect(Object.keys(stopInput)).not.toContain('status')
})

test('paths become those of the server', () => {
  expect(toFastifyPath('/v2/project/{project_id}/zone/{zone_id}')).toBe('/v2/project/:project_id/zone/:zone_id')
  for (const { path, params } of all) expect(Object.keys(params.properties)).toEqual(pathParameters(path))
})

describe('examples', () => {
  function breaches(schema: object, value: unknown): string[] {
    const validate = ajv.compile(schema)
    return validate(value) ? [] : [ajv.errorsText(validate.errors)]
  }

  test.each(shown.map((declared) => [declared.operationId, declared] as const))('%s', (_, declared) => {
    const { examples, body, query, response } = declared
    const [status] = Object.keys(response)
      .map(Number)
      .toSorted((a, b) => b - a)
    const answer = response[status!]
    if (body) expect(breaches(body, examples?.body), 'body').toEqual([])
    if (answer) expect(breaches(answer, examples?.response), 'response').toEqual([])
    if (query) expect(breaches(query, examples?.query ?? {}), 'query').toEqual([])
  })
})
