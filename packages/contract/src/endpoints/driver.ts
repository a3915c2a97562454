// The calls of the driver application, under the token of a dispatch link.
import Type from 'typebox'
import { bodyBytes } from '../limits.ts'
import {
  Arrival,
  BreakAction,
  DriverChanges,
  DriverNote,
  DriverNoteInput,
  DriverOrder,
  DriverReportInput,
  DriverRoute,
  DriverSession,
  DriverStop,
  LastVisit,
  PositionBatch,
  PositionsAccepted,
  RouteStart,
  Scan,
  ScanResult,
} from '../schemas/driver.ts'
import { timestamp } from '../schemas/fields.ts'
import { FileReference, Report } from '../schemas/report.ts'
import { defineEndpoints } from './endpoint.ts'
import { reportErrors } from './reports.ts'

export const driverEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'driver', visibility: 'internal' },
  {
    getDriverSession: {
      method: 'GET',
      path: '/driver/v1/session',
      summary: 'See what the link opens',
      description: 'Changes nothing: mail scanners and previews may call it.',
      response: { 200: DriverSession },
    },
    startDriverRoute: {
      method: 'POST',
      path: '/driver/v1/start',
      summary: 'Open the route',
      description: 'The route moves to in_transit; on a started route it changes nothing.',
      body: RouteStart,
      bodyOptional: true,
      response: { 200: DriverRoute },
      errors: ['highway.plan.error.draft'],
    },
    getDriverRoute: {
      method: 'GET',
      path: '/driver/v1/route',
      summary: 'Read the route with its stops',
      response: { 200: DriverRoute },
    },
    addDriverPositions: {
      method: 'POST',
      path: '/driver/v1/positions',
      summary: 'Record positions',
      body: PositionBatch,
      response: { 200: PositionsAccepted },
    },
    takeDriverBreak: {
      method: 'POST',
      path: '/driver/v1/break',
      summary: 'Begin or end the pause',
      body: BreakAction,
      response: { 200: DriverRoute },
      errors: ['highway.route.error.finished'],
    },
    arriveAtStop: {
      method: 'POST',
      path: '/driver/v1/stop/{stop_id}/arrive',
      summary: 'Arrive at a stop',
      body: Arrival,
      bodyOptional: true,
      response: { 200: DriverStop },
    },
    scanPackage: {
      method: 'POST',
      path: '/driver/v1/scan',
      summary: 'Scan a parcel',
      description: 'A repeated scan changes nothing and answers 200.',
      body: Scan,
      response: { 200: ScanResult },
      errors: ['highway.package.error.not_found'],
    },
    createDriverReport: {
      method: 'POST',
      path: '/driver/v1/stop/{stop_id}/report',
      summary: 'Report an attempt at a stop',
      description: 'A client_id that was sent before answers 200 with the stored report.',
      body: DriverReportInput,
      response: { 201: Report, 200: Report },
      errors: reportErrors,
    },
    uploadDriverReportImage: {
      method: 'POST',
      path: '/driver/v1/stop/{stop_id}/report/image',
      summary: 'Upload a picture for a report',
      description: 'A client_id that was sent before, or that a report awaits, answers that picture.',
      query: Type.Object({ client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
      upload: true,
      response: { 201: FileReference },
      maxBodyBytes: bodyBytes.image,
      errors: ['highway.report.error.image_too_large', 'highway.report.error.invalid_image'],
    },
    setDriverOrder: {
      method: 'PUT',
      path: '/driver/v1/order',
      summary: 'Choose the order of the pending stops',
      body: DriverOrder,
      response: { 200: DriverRoute },
      errors: ['highway.route.error.finished', 'highway.user.error.forbidden', 'highway.route.error.stop_not_in_plan'],
    },
    getDriverChanges: {
      method: 'GET',
      path: '/driver/v1/changes',
      summary: 'See what changed since a moment',
      query: Type.Object({ since: timestamp('server_time of the answer before.') }),
      response: { 200: DriverChanges },
    },
    listLastVisits: {
      method: 'GET',
      path: '/driver/v1/visits',
      summary: 'What earlier visits of the same doors left',
      description: 'For each stop of the route with one, the latest report at its place or address book entry.',
      response: { 200: Type.Array(LastVisit) },
    },
    createDriverNote: {
      method: 'POST',
      path: '/driver/v1/note',
      summary: 'Tell the dispatcher: a problem, or how the day was',
      body: DriverNoteInput,
      response: { 201: DriverNote, 200: DriverNote },
    },
  },
)

export const driverNoteEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'session', visibility: 'internal' },
  {
    listDriverNotes: {
      method: 'GET',
      path: '/app/v1/plan/{plan_id}/driver_notes',
      summary: 'What the drivers of a plan told, newest first',
      response: { 200: Type.Array(DriverNote) },
    },
    revokeDriverLinks: {
      method: 'POST',
      path: '/app/v1/route/{route_id}/revoke_links',
      summary: 'End all links of a route: a lost phone, another driver',
      description: 'Dispatching again makes a new one.',
      response: { 200: Type.Object({ revoked: Type.Integer() }) },
    },
  },
)

export const pageEndpoints = defineEndpoints(
  { tag: 'Pages', auth: 'none', visibility: 'internal' },
  {
    getDriverPage: {
      method: 'GET',
      path: '/d/{token}',
      summary: "The driver's page of a dispatch link",
      produces: 'text/html',
      response: { 200: null },
    },
    getTrackingPage: {
      method: 'GET',
      path: '/t/{token}',
      summary: "The recipient's page",
      produces: 'text/html',
      response: { 200: null },
    },
    getReportImage: {
      method: 'GET',
      path: '/i/{image_id}/{access_token}',
      summary: 'A picture of a report',
      produces: 'image/*',
      response: { 200: null },
    },
  },
)
