// Files to take away: tables of stops, routes and reports, route sheets, proofs of delivery.
import Type from 'typebox'
import { defaulted, oneOf } from '../schema.ts'
import { dateOrTimestamp, flag, id } from '../schemas/fields.ts'
import { defineEndpoints, getFile } from './endpoint.ts'

const language = Type.Optional(
  Type.String({ description: "Of headers and titles; the project's by default.", maxLength: 35 }),
)
const table = {
  format: defaulted(oneOf(['csv', 'xlsx']), 'csv'),
  language,
  separator: Type.Optional(
    oneOf(['comma', 'semicolon', 'tab'], { description: 'Of the CSV; what the language is used to by default.' }),
  ),
}
const days = {
  project_id: id(),
  plan_id: Type.Optional(id('One plan; else all of the days.')),
  from_date: Type.Optional(dateOrTimestamp('First execution date; needed without plan_id.')),
  to_date: Type.Optional(dateOrTimestamp('Last execution date, at most 366 days later; from_date by default.')),
}
export const exportEndpoints = defineEndpoints(
  { tag: 'Exports', auth: 'api_key', visibility: 'internal', ratePerMinute: 60 },
  {
    exportStops: getFile('/app/v1/export/stops', 'Stops as a table', 'text/csv', {
      query: Type.Object({ ...days, ...table }),
    }),
    exportRoutes: getFile('/app/v1/export/routes', 'Routes as a table', 'text/csv', {
      query: Type.Object({ ...days, ...table }),
    }),
    exportReports: getFile('/app/v1/export/reports', "Drivers' reports as a table", 'text/csv', {
      query: Type.Object({ ...days, ...table }),
    }),
    exportStopTemplate: getFile('/app/v1/export/template', 'An empty table to fill in and import', 'text/csv', {
      query: Type.Object(table),
    }),
    printRouteSheets: {
      method: 'POST',
      path: '/app/v1/plan/{plan_id}/route_sheets',
      summary: 'The routes of a plan on paper',
      description:
        'A PDF with a page or more for each route. With links it carries a fresh driver link as a QR code; nothing is mailed.',
      query: Type.Object({
        route_id: Type.Optional(id('This route alone.')),
        links: defaulted(flag('With the driver link of each route that may be dispatched.'), false),
        language,
      }),
      produces: 'application/pdf',
      response: { 200: null },
      errors: ['highway.plan.error.draft'],
    },
    printStopProof: getFile('/app/v1/stop/{stop_id}/proof', 'The proof of delivery of a stop', 'application/pdf', {
      query: Type.Object({ language }),
    }),
    printPlanProofs: getFile('/app/v1/plan/{plan_id}/proofs', 'The proofs of delivery of a plan', 'application/pdf', {
      query: Type.Object({ route_id: Type.Optional(id('This route alone.')), language }),
    }),
  },
)
