// Files to take away: tables of stops, routes and reports, route sheets, proofs of delivery.
import Type from 'typebox'
import { defaulted, oneOf } from '../schema.ts'
import { dateOrTimestamp, flag, id } from '../schemas/fields.ts'
import { defineEndpoints } from './endpoint.ts'

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
const ratePerMinute = 60

export const exportEndpoints = defineEndpoints(
  { tag: 'Exports', auth: 'api_key', visibility: 'internal' },
  {
    exportStops: {
      method: 'GET',
      path: '/app/v1/export/stops',
      summary: 'Stops as a table',
      query: Type.Object({ ...days, ...table }),
      produces: 'text/csv',
      response: { 200: null },
      ratePerMinute,
    },
    exportRoutes: {
      method: 'GET',
      path: '/app/v1/export/routes',
      summary: 'Routes as a table',
      query: Type.Object({ ...days, ...table }),
      produces: 'text/csv',
      response: { 200: null },
      ratePerMinute,
    },
    exportReports: {
      method: 'GET',
      path: '/app/v1/export/reports',
      summary: "Drivers' reports as a table",
      query: Type.Object({ ...days, ...table }),
      produces: 'text/csv',
      response: { 200: null },
      ratePerMinute,
    },
    exportStopTemplate: {
      method: 'GET',
      path: '/app/v1/export/template',
      summary: 'An empty table to fill in and import',
      query: Type.Object(table),
      produces: 'text/csv',
      response: { 200: null },
      ratePerMinute,
    },
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
      ratePerMinute,
      errors: ['highway.plan.error.draft'],
    },
    printStopProof: {
      method: 'GET',
      path: '/app/v1/stop/{stop_id}/proof',
      summary: 'The proof of delivery of a stop',
      query: Type.Object({ language }),
      produces: 'application/pdf',
      response: { 200: null },
      ratePerMinute,
    },
    printPlanProofs: {
      method: 'GET',
      path: '/app/v1/plan/{plan_id}/proofs',
      summary: 'The proofs of delivery of a plan',
      query: Type.Object({ route_id: Type.Optional(id('This route alone.')), language }),
      produces: 'application/pdf',
      response: { 200: null },
      ratePerMinute,
    },
  },
)
