// Depots: places where vehicles load, in addition to places written into vehicles and routes.
import Type from 'typebox'
import { bodyBytes, listLength } from '../limits.ts'
import { DepotRecord, DepotRecordInput, DepotRecordUpdate } from '../schemas/depot.ts'
import { id } from '../schemas/fields.ts'
import { deletedParameter, getPage, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { create, defineEndpoints, get, put, remove } from './endpoint.ts'

const ofProject = Type.Object({ project_id: id() })
const depotErrors = ['highway.route.error.invalid_time_window'] as const

const example = {
  label: 'North hall',
  location: { label: 'Im alten Riet 12, Schaan', lat: 47.1731, lng: 9.5118 },
  hours: [{ weekday: 'monday', time_window: [21_600, 64_800] }],
  loading_time: 1_200,
}

export const depotEndpoints = defineEndpoints(
  { tag: 'Depots', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listDepots: get('/app/v1/depots', 'List the depots of a project', getPage('DepotRecordPage', DepotRecord), {
      query: Type.Object({
        project_id: id(),
        text: textParameter('Searches label and external_id.'),
        sort: sortParameter(['label', 'external_id', 'created_at', 'updated_at'], 'label:asc'),
        ...pageParameters,
        deleted: deletedParameter,
      }),
    }),
    createDepot: create('/app/v1/depot', 'Create a depot', DepotRecord, {
      query: ofProject,
      body: DepotRecordInput,
      errors: depotErrors,
      examples: { body: example },
    }),
    createDepots: create('/app/v1/depots', 'Create several depots', Type.Array(DepotRecord), {
      description: 'All or none, answered in the order sent.',
      query: ofProject,
      body: Type.Array(DepotRecordInput, { maxItems: listLength.bulk }),
      maxBodyBytes: bodyBytes.vehicles,
      errors: depotErrors,
      examples: { body: [example] },
    }),
    getDepot: get('/app/v1/depot/{depot_id}', 'Retrieve a depot', DepotRecord),
    updateDepot: put('/app/v1/depot/{depot_id}', 'Change a depot', DepotRecord, {
      description:
        'Changes the fields sent; lists are sent whole. Vehicles that name it, and routes of today and later that have not begun, follow.',
      body: DepotRecordUpdate,
      errors: [...depotErrors, 'highway.plan.error.changed_meanwhile'],
      examples: { body: { loading_time: 900 } },
    }),
    deleteDepot: remove('/app/v1/depot/{depot_id}', 'Delete a depot', DepotRecord, {
      description: 'Vehicles and routes keep the place as it is written in them, without hours and loading time.',
      errors: ['highway.plan.error.changed_meanwhile'],
    }),
  },
)
