// The fleet and the drivers as tables: exported, and imported again with changes.
import Type from 'typebox'
import { defineEndpoints, getFile, post } from '../../../endpoints/endpoint.ts'
import { defaulted, oneOf, record } from '../../../schema.ts'
import { count, id } from '../../../schemas/fields.ts'
import { exportFormats } from '../schemas/export.ts'

/** Includes the header row. */
const mostRows = 2_001

export const RecordTable = record('RecordTable', 'A table of records, as a spreadsheet has it.', {
  rows: Type.Array(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 200 }), {
    description: 'The first row has the titles: those of the exported table in any language, or names of fields.',
    minItems: 1,
    maxItems: mostRows,
  }),
})

export const RecordsImported = record('RecordsImported', 'What a table did to the records.', {
  created: count('New ones.'),
  changed: count('Those in which something is new.'),
  unchanged: count('Those that were as the table says.'),
  doubts: Type.Optional(
    Type.Array(Type.String(), {
      description: 'New numbers that can be read in two ways (1.250), by line and column, with how they were read.',
      maxItems: 11,
    }),
  ),
})

const exportQuery = Type.Object({
  project_id: id(),
  format: defaulted(oneOf(exportFormats), 'csv'),
  language: Type.Optional(Type.String({ description: "Of the titles; the project's by default.", maxLength: 35 })),
  separator: Type.Optional(
    oneOf(['comma', 'semicolon', 'tab'], { description: 'Of the CSV; what the language is used to by default.' }),
  ),
})
const importQuery = Type.Object({
  project_id: id(),
  language: Type.Optional(Type.String({ description: "Of refusals; the project's by default.", maxLength: 35 })),
})
const importRules =
  'All rows or none; a refusal names line and column. Columns that are not there are left alone, a cell that is as the record is changes nothing, an empty one clears.'
const example = { project_id: '65a1b2c3d4e5f60718293a4b' }

export const recordFileEndpoints = defineEndpoints(
  { tag: 'Exports', auth: 'api_key', visibility: 'internal', isStable: true, ratePerMinute: 60 },
  {
    exportVehicles: getFile('/app/v1/export/vehicles', 'The fleet as a table', 'text/csv', {
      description: 'One vehicle in each row; imported again it changes nothing.',
      query: exportQuery,
    }),
    importVehicles: post('/app/v1/vehicles/table', 'Bring the fleet from a table', RecordsImported, {
      description: `${importRules} A vehicle is found by its id, else by its external id, else by its plate; others are new. Depots are named by their name, external id or id.`,
      query: importQuery,
      body: RecordTable,
      errors: ['highway.route.error.invalid_time_window'],
      examples: {
        query: example,
        body: {
          rows: [
            ['External ID', 'Name', 'Start depot'],
            ['V-7', 'Van 7', 'Hall North'],
          ],
        },
        response: { created: 1, changed: 0, unchanged: 0 },
      },
    }),
    exportDrivers: getFile('/app/v1/export/drivers', 'The drivers as a table', 'text/csv', {
      description: 'One driver in each row, without absences; imported again it changes nothing.',
      query: exportQuery,
    }),
    importDrivers: post('/app/v1/drivers/table', 'Bring the drivers from a table', RecordsImported, {
      description: `${importRules} A driver is found by the id, else by the external id, else by the e-mail; others are new. The usual vehicle is named by its plate, name, external id or id.`,
      query: importQuery,
      body: RecordTable,
      errors: ['highway.route.error.invalid_time_window'],
      examples: {
        query: example,
        body: {
          rows: [
            ['Name', 'Driver’s phone', 'Usual vehicle', 'Working hours'],
            ['Ana Ribeiro', '+351 912 345 678', 'AB-12-CD', 'Mon, Tue, Wed 07:00-15:00; Sat 08:00-12:00'],
          ],
        },
        response: { created: 1, changed: 0, unchanged: 0 },
      },
    }),
  },
)
