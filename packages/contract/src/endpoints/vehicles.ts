// Vehicles: the fleet of a project.
import Type from 'typebox'
import { bodyBytes, listLength } from '../limits.ts'
import { defaulted, mapSchema, nullable, record } from '../schema.ts'
import { dateOrTimestamp, flag, id, ids } from '../schemas/fields.ts'
import { deletedParameter, getPage, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { Vehicle, VehicleInput, VehiclePerformance } from '../schemas/vehicle.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

const ofProject = Type.Object({ project_id: id() })
const vehicleIds = { vehicle_ids: ids('Vehicles of the project.') }

export const VehicleIds = record('VehicleIds', 'Some vehicles.', vehicleIds)
export const VehicleSessions = record('VehicleSessions', 'Which vehicles have a live driver application.', {
  sessions: mapSchema(Type.Boolean(), { description: 'By vehicle id.' }),
})
export const PerformanceQuery = record('PerformanceQuery', 'Vehicles and a span of time.', {
  ...vehicleIds,
  start: Type.Optional(nullable(dateOrTimestamp('30 days ago by default.'))),
  end: Type.Optional(nullable(dateOrTimestamp('Now by default.'))),
})
export const PerformanceOfVehicles = record('PerformanceOfVehicles', 'What the vehicles did.', {
  performance: mapSchema(VehiclePerformance, { description: 'By vehicle id.' }),
})

const bulk = {
  description: 'All or none, answered in the order sent.',
  query: ofProject,
  body: Type.Array(VehicleInput, { maxItems: listLength.bulk }),
  maxBodyBytes: bodyBytes.vehicles,
  errors: ['highway.route.error.invalid_time_window'],
  examples: { query: { project_id: example.ids.project }, body: [example.vehicleInput], response: [example.vehicle] },
} as const

export const vehicleEndpoints = defineEndpoints(
  { tag: 'Vehicles', auth: 'api_key', visibility: 'public' },
  {
    listVehicles: get('/v2/vehicles', 'List vehicles', getPage('VehiclePage', Vehicle), {
      query: Type.Object({
        text: textParameter('Searches label, external_id, plate and e-mail.'),
        sort: sortParameter(
          ['label', 'external_id', 'plate', 'enabled', 'created_at', 'updated_at'],
          'created_at:desc',
        ),
        ...pageParameters,
        deleted: deletedParameter,
        enabled: defaulted(flag('Only enabled vehicles.'), false),
        project_id: id(),
      }),
      examples: { query: { project_id: example.ids.project, enabled: true }, response: example.page(example.vehicle) },
    }),
    getVehicle: get('/v2/vehicle/{vehicle_id}', 'Retrieve a vehicle', Vehicle, {
      examples: { response: example.vehicle },
    }),
    createVehicle: create('/v2/vehicle', 'Create a vehicle', Vehicle, {
      description: '{} is a valid vehicle.',
      query: ofProject,
      body: VehicleInput,
      bodyOptional: true,
      errors: ['highway.route.error.invalid_time_window'],
      examples: { query: { project_id: example.ids.project }, body: example.vehicleInput, response: example.vehicle },
    }),
    createVehicles: create('/v3/vehicles', 'Create several vehicles', Type.Array(Vehicle), bulk),
    createVehiclesAlias: create('/v2/vehicles', 'Create several vehicles', Type.Array(Vehicle), {
      ...bulk,
      description: 'The same operation as POST /v3/vehicles.',
    }),
    updateVehicle: put('/v2/vehicle/{vehicle_id}', 'Update a vehicle', Vehicle, {
      description: 'Changes the fields sent; routes that exist keep what they copied.',
      body: VehicleInput,
      errors: ['highway.route.error.invalid_time_window'],
      examples: { body: { enabled: false }, response: { ...example.vehicle, enabled: false } },
    }),
    deleteVehicle: remove('/v2/vehicle/{vehicle_id}', 'Delete a vehicle', Vehicle, {
      errors: ['highway.vehicle.error.in_use'],
      examples: { response: { ...example.vehicle, ...example.deleted } },
    }),
    getVehicleSessions: post('/v2/vehicles/sessions', 'See which drivers are connected', VehicleSessions, {
      description: 'True when the driver application of the vehicle was heard within five minutes.',
      query: ofProject,
      body: VehicleIds,
      readsOnly: true,
      examples: {
        query: { project_id: example.ids.project },
        body: { vehicle_ids: [example.ids.vehicle] },
        response: { sessions: { [example.ids.vehicle]: true } },
      },
    }),
    getVehiclePerformance: post('/v2/vehicles/performance', 'See what vehicles did', PerformanceOfVehicles, {
      query: ofProject,
      body: PerformanceQuery,
      readsOnly: true,
      examples: {
        query: { project_id: example.ids.project },
        body: { vehicle_ids: [example.ids.vehicle], start: '2026-11-01', end: '2026-11-20' },
        response: { performance: { [example.ids.vehicle]: example.performance } },
      },
    }),
  },
)
