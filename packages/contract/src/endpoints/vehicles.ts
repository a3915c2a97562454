// Vehicles: the fleet of a project.
import Type from 'typebox'
import { bodyBytes, listLength } from '../limits.ts'
import { defaulted, mapOf, nullable, record } from '../schema.ts'
import { dateOrTimestamp, flag, id, ids } from '../schemas/fields.ts'
import { deletedParameter, pageOf, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { Vehicle, VehicleInput, VehiclePerformance } from '../schemas/vehicle.ts'
import { defineEndpoints } from './endpoint.ts'
import * as example from './examples.ts'

const ofProject = Type.Object({ project_id: id() })
const vehicleIds = { vehicle_ids: ids('Vehicles of the project.') }

export const VehicleIds = record('VehicleIds', 'Some vehicles.', vehicleIds)
export const VehicleSessions = record('VehicleSessions', 'Which vehicles have a live driver application.', {
  sessions: mapOf(Type.Boolean(), { description: 'By vehicle id.' }),
})
export const PerformanceQuery = record('PerformanceQuery', 'Vehicles and a span of time.', {
  ...vehicleIds,
  start: Type.Optional(nullable(dateOrTimestamp('30 days ago by default.'))),
  end: Type.Optional(nullable(dateOrTimestamp('Now by default.'))),
})
export const PerformanceOfVehicles = record('PerformanceOfVehicles', 'What the vehicles did.', {
  performance: mapOf(VehiclePerformance, { description: 'By vehicle id.' }),
})

const bulk = {
  method: 'POST',
  summary: 'Create several vehicles',
  description: 'All or none, answered in the order sent.',
  query: ofProject,
  body: Type.Array(VehicleInput, { maxItems: listLength.bulk }),
  response: { 201: Type.Array(Vehicle) },
  maxBodyBytes: bodyBytes.vehicles,
  errors: ['highway.route.error.invalid_time_window'],
  examples: { query: { project_id: example.ids.project }, body: [example.vehicleInput], response: [example.vehicle] },
} as const

export const vehicleEndpoints = defineEndpoints(
  { tag: 'Vehicles', auth: 'api_key', visibility: 'public' },
  {
    listVehicles: {
      method: 'GET',
      path: '/v2/vehicles',
      summary: 'List vehicles',
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
      response: { 200: pageOf('VehiclePage', Vehicle) },
      examples: { query: { project_id: example.ids.project, enabled: true }, response: example.page(example.vehicle) },
    },
    getVehicle: {
      method: 'GET',
      path: '/v2/vehicle/{vehicle_id}',
      summary: 'Retrieve a vehicle',
      response: { 200: Vehicle },
      examples: { response: example.vehicle },
    },
    createVehicle: {
      method: 'POST',
      path: '/v2/vehicle',
      summary: 'Create a vehicle',
      description: '{} is a valid vehicle.',
      query: ofProject,
      body: VehicleInput,
      bodyOptional: true,
      response: { 201: Vehicle },
      errors: ['highway.route.error.invalid_time_window'],
      examples: { query: { project_id: example.ids.project }, body: example.vehicleInput, response: example.vehicle },
    },
    createVehicles: { ...bulk, path: '/v3/vehicles' },
    createVehiclesAlias: { ...bulk, path: '/v2/vehicles', description: 'The same operation as POST /v3/vehicles.' },
    updateVehicle: {
      method: 'PUT',
      path: '/v2/vehicle/{vehicle_id}',
      summary: 'Update a vehicle',
      description: 'Changes the fields sent; routes that exist keep what they copied.',
      body: VehicleInput,
      response: { 200: Vehicle },
      errors: ['highway.route.error.invalid_time_window'],
      examples: { body: { enabled: false }, response: { ...example.vehicle, enabled: false } },
    },
    deleteVehicle: {
      method: 'DELETE',
      path: '/v2/vehicle/{vehicle_id}',
      summary: 'Delete a vehicle',
      response: { 200: Vehicle },
      errors: ['highway.vehicle.error.in_use'],
      examples: { response: { ...example.vehicle, deleted: true, deleted_at: '2026-11-20T08:00:00.000Z' } },
    },
    getVehicleSessions: {
      method: 'POST',
      path: '/v2/vehicles/sessions',
      summary: 'See which drivers are connected',
      description: 'True when the driver application of the vehicle was heard within five minutes.',
      query: ofProject,
      body: VehicleIds,
      readsOnly: true,
      response: { 200: VehicleSessions },
      examples: {
        query: { project_id: example.ids.project },
        body: { vehicle_ids: [example.ids.vehicle] },
        response: { sessions: { [example.ids.vehicle]: true } },
      },
    },
    getVehiclePerformance: {
      method: 'POST',
      path: '/v2/vehicles/performance',
      summary: 'See what vehicles did',
      query: ofProject,
      body: PerformanceQuery,
      readsOnly: true,
      response: { 200: PerformanceOfVehicles },
      examples: {
        query: { project_id: example.ids.project },
        body: { vehicle_ids: [example.ids.vehicle], start: '2026-11-01', end: '2026-11-20' },
        response: { performance: { [example.ids.vehicle]: example.performance } },
      },
    },
  },
)
