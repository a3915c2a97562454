// Downloads: tables of stops, routes and reports, route sheets, proofs of delivery.
import Type from 'typebox'
import { create, defineEndpoints, get, getFile, remove } from '../../../endpoints/endpoint.ts'
import { defaulted, oneOf } from '../../../schema.ts'
import { dateOrTimestamp, flag, id } from '../../../schemas/fields.ts'
import { exportedTables, exportFormats, TableExport } from '../schemas/export.ts'

const language = Type.Optional(
  Type.String({ description: "Of headers and titles; the project's by default.", maxLength: 35 }),
)
const table = {
  format: defaulted(oneOf(exportFormats), 'csv'),
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

/** Tables of many plans, written in the background: requested, polled, downloaded. */
const backgroundExports = {
  requestExport: create('/app/v1/exports', 'Write a table in the background', TableExport, {
    description:
      'For tables of many plans: the file is written while others are answered, and kept for a day. Ask for the export until it is finished.',
    body: Type.Object({ what: oneOf(exportedTables), ...days, ...table }),
    errors: ['highway.export.error.too_many', 'highway.validation.error.invalid_parameter'],
    ratePerMinute: 60,
    examples: {
      body: {
        what: 'stops',
        project_id: '65a1b2c3d4e5f60718293a4b',
        from_date: '2026-01-01',
        to_date: '2026-01-31',
        format: 'xlsx',
      },
    },
  }),
  listExports: get('/app/v1/exports', "The caller's exports of a project, newest first", Type.Array(TableExport), {
    query: Type.Object({ project_id: id() }),
  }),
  getExport: get('/app/v1/exports/{export_id}', 'How far an export is', TableExport),
  deleteExport: remove('/app/v1/exports/{export_id}', 'End an export, or delete its file', TableExport),
  downloadExport: getFile('/app/v1/exports/{export_id}/file', 'The file of an export', 'application/octet-stream', {
    errors: ['highway.export.error.not_ready'],
    ratePerMinute: 60,
  }),
} as const

export const exportEndpoints = {
  ...defineEndpoints({ tag: 'Exports', auth: 'api_key', visibility: 'internal', isStable: true }, backgroundExports),
  ...defineEndpoints(
    { tag: 'Exports', auth: 'api_key', visibility: 'internal', isStable: true, ratePerMinute: 60 },
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
        query: Type.Object({
          ...table,
          of: defaulted(oneOf(['stops', 'past_days']), 'stops'),
        }),
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
      exportWays: getFile(
        '/app/v1/plan/{plan_id}/ways',
        'The routes of a plan for other maps',
        'application/geo+json',
        {
          description:
            'Planned ways, recorded tracks and stops as GeoJSON, GPX or KML. Stops without a place are left out; a route without a way has its stops only.',
          query: Type.Object({
            route_id: Type.Optional(id('This route alone.')),
            format: defaulted(oneOf(['geojson', 'gpx', 'kml']), 'geojson'),
          }),
        },
      ),
      printStopProof: getFile('/app/v1/stop/{stop_id}/proof', 'The proof of delivery of a stop', 'application/pdf', {
        query: Type.Object({ language }),
      }),
      printPlanProofs: getFile('/app/v1/plan/{plan_id}/proofs', 'The proofs of delivery of a plan', 'application/pdf', {
        query: Type.Object({ route_id: Type.Optional(id('This route alone.')), language }),
      }),
    },
  ),
}
