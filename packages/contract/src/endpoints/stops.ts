// Stops: creation in bulk, search, moves, and their reports.
import Type from 'typebox'
import { bodyBytes, callsPerMinute, listLength } from '../limits.ts'
import { nullable, record } from '../schema.ts'
import { id, ids } from '../schemas/fields.ts'
import {
  getPage,
  idOrNone,
  pageParameters,
  StopSearch,
  sortParameter,
  stopSortFields,
  textParameter,
} from '../schemas/list.ts'
import { GeocodedStopInput, Stop, StopInput, StopUpdate, stops } from '../schemas/stop.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

const owner = {
  plan_id: Type.Optional(id('The stops join this plan.')),
  project_id: Type.Optional(id('Without plan_id: the stops are created unassigned, in the project.')),
}
const stopIds = { stop_ids: ids('Ids of the stops.') }

export const StopIds = record('StopIds', 'Some stops.', stopIds)
export const StopMove = record('StopMove', 'Which stops go where.', {
  plan_id: Type.Optional(nullable(id('The target; without it, here and in the query, the stops leave their plan.'))),
  ...stopIds,
})

const StopPage = getPage('StopPage', Stop)
const creationErrors = [
  'highway.stop.error.plan_or_project_required',
  'highway.stop.error.project_mismatch',
  'highway.plan.error.finished',
  'highway.stop.error.invalid_type',
  'highway.stop.error.invalid_time_window',
  'highway.stop.error.packages_not_allowed',
  'highway.package.error.duplicated_identifier',
  'highway.task.error.invalid_status',
] as const

export const stopEndpoints = defineEndpoints(
  { tag: 'Stops', auth: 'api_key', visibility: 'public' },
  {
    getStop: get('/v2/stop/{stop_id}', 'Retrieve a stop', Stop, { examples: { response: example.reportedStop } }),
    updateStop: put('/v2/stop/{stop_id}', 'Update a stop', Stop, {
      description:
        'Changes the fields sent. route_id assigns the stop, null takes it off its route. `status` is read-only and ignored, as everywhere: the answer tells which status the stop has. A stop is completed or canceled by a report (createReport).',
      body: StopUpdate,
      errors: [
        'highway.stop.error.invalid_type',
        'highway.stop.error.invalid_time_window',
        'highway.stop.error.packages_not_allowed',
        'highway.stop.error.packages_locked',
        'highway.stop.error.already_executed',
        'highway.stop.error.promised',
        'highway.stop.error.not_in_plan',
        'highway.stop.error.project_mismatch',
        'highway.package.error.duplicated_identifier',
        'highway.task.error.invalid_status',
        'highway.task.error.stop_already_executed',
        'highway.route.error.finished',
        'highway.route.error.stop_not_in_plan',
        'highway.plan.error.promises_broken',
      ],
      examples: { body: { time_windows: [[32_400, 43_200]], comments: 'Ring twice' }, response: example.stop },
    }),
    deleteStop: remove('/v2/stop/{stop_id}', 'Delete a stop', Stop, { examples: { response: example.deletedStop } }),
    createStops: create('/v2/stops', 'Create stops', stops, {
      description:
        'All or none, answered in the order sent. Nothing is geocoded: a stop without coordinates is kept, but cannot be placed until they arrive. To repeat safely, search on external_id first.',
      query: Type.Object(owner),
      body: Type.Array(StopInput, { maxItems: listLength.bulk }),
      maxBodyBytes: bodyBytes.stops,
      errors: creationErrors,
      examples: { query: { plan_id: example.ids.plan }, body: [example.stopInput], response: [example.stop] },
    }),
    geocodeStops: create('/v2/stops/geocode', 'Create stops from addresses', stops, {
      description:
        'The places are found from free text. Hits carry scoring and partial_match; misses are created without coordinates.',
      query: Type.Object(owner),
      body: Type.Array(GeocodedStopInput, { maxItems: listLength.bulk }),
      maxBodyBytes: bodyBytes.stops,
      ratePerMinute: callsPerMinute.geocode,
      errors: [
        ...creationErrors,
        'highway.stop.error.location_not_allowed',
        'highway.geocoding.error.address_required',
        'highway.geocoding.error.unavailable',
      ],
      examples: {
        query: { plan_id: example.ids.plan },
        body: [{ address: 'Städtle 32, 9490 Vaduz', label: 'Museum' }],
        response: [example.geocodedStop],
      },
    }),
    searchStops: post('/v2/stops/search', 'Search stops', StopPage, {
      description:
        'Across the plans of a project; all predicates must hold. Of more than 5,000 matches `total` may tell fewer, but always more than the pages so far while there are further ones.',
      query: Type.Object({ project_id: id() }),
      body: StopSearch,
      bodyOptional: true,
      readsOnly: true,
      ratePerMinute: callsPerMinute.search,
      errors: ['highway.search.error.invalid_predicate'],
      examples: {
        query: { project_id: example.ids.project },
        body: { limit: 1, predicates: [{ field: 'external_id', operator: 'eq', value: 'ORDER-1001', type: 'string' }] },
        response: example.page(example.stop),
      },
    }),
    searchStopsByText: get('/v2/stops/search', 'Search stops by text', StopPage, {
      description: 'For older clients.',
      query: Type.Object({
        project_id: Type.Optional(id()),
        plan_id: idOrNone('Stops of this plan, or null: stops that are in none.'),
        text: textParameter('Searches label, external_id, address, phone, e-mail and package identifiers.'),
        sort: sortParameter(stopSortFields, 'created_at:desc'),
        ...pageParameters,
      }),
      ratePerMinute: callsPerMinute.search,
      examples: { query: { project_id: example.ids.project, text: 'vaduz' }, response: example.page(example.stop) },
    }),
    moveStops: post('/v2/stop/move', 'Move stops to another plan', stops, {
      description:
        'They become pending and unassigned; a linked pickup travels with its delivery. For stops not yet executed.',
      query: Type.Object({ plan_id: Type.Optional(id('The target; the body may name it instead.')) }),
      body: StopMove,
      errors: ['highway.stop.error.promised', 'highway.stop.error.project_mismatch', 'highway.plan.error.finished'],
      examples: {
        query: { plan_id: example.ids.plan },
        body: { stop_ids: [example.ids.stop] },
        response: [example.unassignedStop],
      },
    }),
    deleteStops: put('/v2/stops/delete', 'Delete several stops', null, {
      description: 'All or none.',
      body: StopIds,
      examples: { body: { stop_ids: [example.ids.stop] } },
    }),
  },
)
