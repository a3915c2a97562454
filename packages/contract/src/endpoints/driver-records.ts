// Drivers as people: their records, and their data rights.
import Type from 'typebox'
import { bodyBytes, listLength } from '../limits.ts'
import { defaulted } from '../schema.ts'
import {
  DriverData,
  DriverRecord,
  DriverRecordInput,
  DriverRecordUpdate,
  DriverWork,
} from '../schemas/driver-record.ts'
import { calendarDate, flag, id } from '../schemas/fields.ts'
import { deletedParameter, getPage, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'

const ofProject = Type.Object({ project_id: id() })
const driverErrors = ['highway.route.error.invalid_time_window'] as const

const example = {
  label: 'Ana Ribeiro',
  phone: '+351 912 345 678',
  email: 'ana@example.com',
  languages: ['pt', 'en'],
  provides: ['cooling'],
  licence_classes: ['B', 'C1'],
  shifts: [{ weekday: 'monday', time_window: [25_200, 54_000] }],
  absences: [{ from: '2026-12-24', to: '2027-01-02', reason: 'vacation' }],
  cost_per_hour: 21.5,
}

export const driverRecordEndpoints = defineEndpoints(
  { tag: 'Drivers', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listDriverRecords: get(
      '/app/v1/drivers',
      'List the drivers of a project',
      getPage('DriverRecordPage', DriverRecord),
      {
        query: Type.Object({
          project_id: id(),
          text: textParameter('Searches label, external_id, e-mail and phone.'),
          sort: sortParameter(['label', 'external_id', 'created_at', 'updated_at'], 'label:asc'),
          ...pageParameters,
          deleted: deletedParameter,
          archived: defaulted(flag('Archived drivers, too.'), false),
        }),
      },
    ),
    createDriverRecord: create('/app/v1/driver', 'Create a driver', DriverRecord, {
      query: ofProject,
      body: DriverRecordInput,
      errors: driverErrors,
      examples: { body: example },
    }),
    createDriverRecords: create('/app/v1/drivers', 'Create several drivers', Type.Array(DriverRecord), {
      description: 'All or none, answered in the order sent.',
      query: ofProject,
      body: Type.Array(DriverRecordInput, { maxItems: listLength.bulk }),
      maxBodyBytes: bodyBytes.vehicles,
      errors: driverErrors,
      examples: { body: [example] },
    }),
    getDriverRecord: get('/app/v1/driver/{driver_id}', 'Retrieve a driver', DriverRecord),
    updateDriverRecord: put('/app/v1/driver/{driver_id}', 'Change, archive or mark a driver absent', DriverRecord, {
      description:
        'Changes the fields sent; lists are sent whole. Absences and comments may be changed by everybody who plans, the rest by managers of the project. Open routes of today and later follow.',
      body: DriverRecordUpdate,
      errors: [...driverErrors, 'highway.plan.error.changed_meanwhile'],
      examples: { body: { absences: example.absences } },
    }),
    deleteDriverRecord: remove('/app/v1/driver/{driver_id}', 'Delete a driver', DriverRecord, {
      description: 'Days that were driven keep their routes.',
      errors: ['highway.plan.error.changed_meanwhile'],
    }),
    getDriverWork: get('/app/v1/driver/{driver_id}/driving', 'What a driver drove and worked', DriverWork, {
      description:
        'This week and the last, on routes that a law on driving and working time holds for: where a route is over by its reports, else as planned. It counts where no log says what is left.',
      query: Type.Object({ date: Type.Optional(calendarDate('The day that it counts for; today by default.')) }),
    }),
    getDriverData: get('/app/v1/driver/{driver_id}/data', 'Take out everything that is known of a driver', DriverData, {
      description: 'For administrators: what the person has a right to see.',
    }),
    eraseDriver: post('/app/v1/driver/{driver_id}/erase', 'Erase what is known of a driver', DriverRecord, {
      description:
        'For administrators: deletes the driver with name, contacts, absences and notes, also in the audit log. Routes and their figures stay, without him.',
    }),
  },
)
