// The fleet as a table: taken away, and brought back changed.
import Type from 'typebox'
import { defaulted, oneOf, record } from '../schema.ts'
import { exportFormats } from '../schemas/export.ts'
import { count, id } from '../schemas/fields.ts'
import { defineEndpoints, getFile, post } from './endpoint.ts'

/** With the line of titles. */
const mostRows = 2_001

export const FleetTable = record('FleetTable', 'A table of vehicles, as a spreadsheet has it.', {
  rows: Type.Array(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 200 }), {
    description: 'The first row has the titles: those of the exported table in any language, or names of fields.',
    minItems: 1,
    maxItems: mostRows,
  }),
})

export const FleetImported = record('FleetImported', 'What a table did to the fleet.', {
  created: count('New vehicles.'),
  changed: count('Vehicles in which something is new.'),
  unchanged: count('Vehicles that were as the table says.'),
})

export const fleetFileEndpoints = defineEndpoints(
  { tag: 'Exports', auth: 'api_key', visibility: 'internal', ratePerMinute: 60 },
  {
    exportVehicles: getFile('/app/v1/export/vehicles', 'The fleet as a table', 'text/csv', {
      description: 'One vehicle in each row; imported again it changes nothing.',
      query: Type.Object({
        project_id: id(),
        format: defaulted(oneOf(exportFormats), 'csv'),
        language: Type.Optional(
          Type.String({ description: "Of the titles; the project's by default.", maxLength: 35 }),
        ),
        separator: Type.Optional(
          oneOf(['comma', 'semicolon', 'tab'], { description: 'Of the CSV; what the language is used to by default.' }),
        ),
      }),
    }),
    importVehicles: post('/app/v1/vehicles/table', 'Bring the fleet from a table', FleetImported, {
      description:
        'All rows or none; a refusal names line and column. A vehicle is found by its id, else by its external id, else by its plate; others are new. Columns that are not there are left alone, a cell that is as the vehicle is changes nothing, an empty one clears. Depots are named by their name, external id or id.',
      query: Type.Object({
        project_id: id(),
        language: Type.Optional(Type.String({ description: "Of refusals; the project's by default.", maxLength: 35 })),
      }),
      body: FleetTable,
      errors: ['highway.route.error.invalid_time_window'],
      examples: {
        query: { project_id: '65a1b2c3d4e5f60718293a4b' },
        body: {
          rows: [
            ['External ID', 'Name', 'Start depot'],
            ['V-7', 'Van 7', 'Hall North'],
          ],
        },
        response: { created: 1, changed: 0, unchanged: 0 },
      },
    }),
  },
)
