// Charging places: where electric vehicles may charge between two stops.
import Type from 'typebox'
import { create, defineEndpoints, get, put, remove } from '../../../endpoints/endpoint.ts'
import { bodyBytes, listLength } from '../../../limits.ts'
import { id } from '../../../schemas/fields.ts'
import { deletedParameter, getPage, pageParameters, sortParameter, textParameter } from '../../../schemas/list.ts'
import { ChargingPlace, ChargingPlaceInput, ChargingPlaceUpdate } from '../schemas/charging-place.ts'

const ofProject = Type.Object({ project_id: id() })
const placeErrors = ['highway.route.error.invalid_time_window'] as const

const example = {
  label: 'Fast chargers at the motorway',
  location: { label: 'Industriering 4, Ruggell', lat: 47.2456, lng: 9.5311 },
  power: 150,
  points: 4,
  price_per_kwh: 0.52,
}

export const chargingPlaceEndpoints = defineEndpoints(
  { tag: 'Charging places', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listChargingPlaces: get(
      '/app/v1/charging_places',
      'List the charging places of a project',
      getPage('ChargingPlacePage', ChargingPlace),
      {
        query: Type.Object({
          project_id: id(),
          text: textParameter('Searches label and external_id.'),
          sort: sortParameter(['label', 'external_id', 'created_at', 'updated_at'], 'label:asc'),
          ...pageParameters,
          deleted: deletedParameter,
        }),
      },
    ),
    createChargingPlace: create('/app/v1/charging_place', 'Create a charging place', ChargingPlace, {
      description:
        'Routes of today and later that have not begun, and that their batteries do not last for, are planned anew.',
      query: ofProject,
      body: ChargingPlaceInput,
      errors: placeErrors,
      examples: { body: example },
    }),
    createChargingPlaces: create(
      '/app/v1/charging_places',
      'Create several charging places',
      Type.Array(ChargingPlace),
      {
        description: 'All or none, answered in the order sent. Routes follow as for one.',
        query: ofProject,
        body: Type.Array(ChargingPlaceInput, { maxItems: listLength.bulk }),
        maxBodyBytes: bodyBytes.vehicles,
        errors: placeErrors,
        examples: { body: [example] },
      },
    ),
    getChargingPlace: get('/app/v1/charging_place/{charging_place_id}', 'Retrieve a charging place', ChargingPlace),
    updateChargingPlace: put('/app/v1/charging_place/{charging_place_id}', 'Change a charging place', ChargingPlace, {
      description:
        'Changes the fields sent; lists are sent whole. Routes of today and later that have not begun follow where they charge there, or where their batteries do not last.',
      body: ChargingPlaceUpdate,
      errors: [...placeErrors, 'highway.plan.error.changed_meanwhile'],
      examples: { body: { price_per_kwh: 0.48 } },
    }),
    deleteChargingPlace: remove(
      '/app/v1/charging_place/{charging_place_id}',
      'Delete a charging place',
      ChargingPlace,
      {
        description: 'Routes of today and later that have not begun, and that charge there, are planned anew.',
        errors: ['highway.plan.error.changed_meanwhile'],
      },
    ),
  },
)
