// The calls of the driver application, under the token of a dispatch link.
import Type from 'typebox'
import { bodyBytes, callsPerMinute } from '../limits.ts'
import { oneOf } from '../schema.ts'
import {
  Arrival,
  BreakAction,
  ChargingReport,
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
  VanPlaceInput,
} from '../schemas/driver.ts'
import { timestamp } from '../schemas/fields.ts'
import { FileReference, Report } from '../schemas/report.ts'
import { ReportConflict } from '../schemas/report-conflict.ts'
import { DriverAmendment } from '../schemas/report-version.ts'
import { create, defineEndpoints, get, getFile, post, put } from './endpoint.ts'

const pictureErrors = ['highway.report.error.image_too_large', 'highway.report.error.invalid_image'] as const

export const driverEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'driver', visibility: 'internal' },
  {
    getDriverSession: get('/driver/v1/session', 'See what the link opens', DriverSession, {
      description: 'Changes nothing: mail scanners and previews may call it.',
    }),
    startDriverRoute: post('/driver/v1/start', 'Open the route', DriverRoute, {
      description: 'The route moves to in_transit; on a started route it changes nothing.',
      body: RouteStart,
      bodyOptional: true,
      errors: ['highway.plan.error.draft'],
    }),
    getDriverRoute: get('/driver/v1/route', 'Read the route with its stops', DriverRoute),
    addDriverPositions: post('/driver/v1/positions', 'Record positions', PositionsAccepted, { body: PositionBatch }),
    takeDriverBreak: post('/driver/v1/break', 'Begin or end the pause', DriverRoute, {
      body: BreakAction,
      errors: ['highway.route.error.finished'],
    }),
    reportDriverCharging: post('/driver/v1/charging', 'Tell that the vehicle was charged on the way', DriverRoute, {
      description:
        'Of the first planned visit to that place that was not told of; 404 where there is none. The times ahead are computed anew.',
      body: ChargingReport,
      errors: ['highway.route.error.finished', 'highway.domain.error.not_found'],
    }),
    arriveAtStop: post('/driver/v1/stop/{stop_id}/arrive', 'Arrive at a stop', DriverStop, {
      body: Arrival,
      bodyOptional: true,
    }),
    scanPackage: post('/driver/v1/scan', 'Scan a parcel', ScanResult, {
      description: 'A repeated scan changes nothing and answers 200.',
      body: Scan,
      errors: ['highway.package.error.not_found'],
    }),
    setVanPlace: put(
      '/driver/v1/stop/{stop_id}/van_place',
      'Say where in the van the goods of a stop lie',
      DriverStop,
      {
        description:
          'It belongs to the stop while it is on this route: another driver of the route sees it, another route does not. null takes it back.',
        body: VanPlaceInput,
      },
    ),
    createDriverReport: create('/driver/v1/stop/{stop_id}/report', 'Report an attempt at a stop', Report, {
      description:
        'A client_id that was sent before answers 200 with the stored report. Of a stop that was once on the route the report is never refused but for a wrong handover code: it counts on whatever route the stop is now; what contradicts the stop as it is, or a rule of the project, is kept whole for a dispatcher and answers 202.',
      body: DriverReportInput,
      errors: [
        'highway.stop.error.invalid_pin',
        'highway.report.error.invalid_type',
        'highway.task.error.invalid_status',
        ...pictureErrors,
      ],
      response: { 201: Report, 200: Report, 202: ReportConflict },
    }),
    amendDriverReport: post('/driver/v1/stop/{stop_id}/amend', 'Correct a report, or take it back', Report, {
      description:
        'While the project allows it, what the report said before is kept as a version, and the report as it is now is answered; taken back, the stop is pending again and the report that is gone is answered. A client_id that was sent before changes nothing. What can no longer be done so is kept whole for a dispatcher and answers 202.',
      body: DriverAmendment,
      errors: ['highway.task.error.invalid_status', ...pictureErrors],
      response: { 200: Report, 202: ReportConflict },
    }),
    uploadDriverReportImage: create(
      '/driver/v1/stop/{stop_id}/report/image',
      'Upload a picture for a report',
      FileReference,
      {
        description: 'A client_id that was sent before, or that a report awaits, answers that picture.',
        query: Type.Object({ client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
        upload: true,
        maxBodyBytes: bodyBytes.image,
        errors: pictureErrors,
      },
    ),
    setDriverOrder: put('/driver/v1/order', 'Choose the order of the pending stops', DriverRoute, {
      body: DriverOrder,
      errors: ['highway.route.error.finished', 'highway.user.error.forbidden', 'highway.route.error.stop_not_in_plan'],
    }),
    getDriverChanges: get('/driver/v1/changes', 'See what changed since a moment', DriverChanges, {
      description:
        'The route comes whole, or as the differences from the reading before: then a report is a few kilobytes.',
      query: Type.Object({
        since: timestamp('server_time of the answer before.'),
        form: Type.Optional(
          oneOf(['whole', 'difference'], { description: 'How a changed route is told; whole where it is left out.' }),
        ),
      }),
    }),
    listLastVisits: get('/driver/v1/visits', 'What earlier visits of the same doors left', Type.Array(LastVisit), {
      description: 'For each stop of the route with one, the latest report at its place or address book entry.',
    }),
    createDriverNote: create(
      '/driver/v1/note',
      'Tell the dispatcher: a problem, how the day was, or where a door is',
      DriverNote,
      {
        body: DriverNoteInput,
        response: { 201: DriverNote, 200: DriverNote },
      },
    ),
  },
)

export const driverNoteEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'session', visibility: 'internal' },
  {
    listDriverNotes: get(
      '/app/v1/plan/{plan_id}/driver_notes',
      'What the drivers of a plan told, newest first',
      Type.Array(DriverNote),
    ),
    createRouteLink: create(
      '/app/v1/route/{route_id}/link',
      "Make a link that opens the route in the driver's application, without a mail",
      Type.Object({ public_link: Type.String() }),
      {
        description: 'Links made before keep working.',
        ratePerMinute: callsPerMinute.dispatch,
        errors: ['highway.plan.error.draft', 'highway.plan.error.finished', 'highway.route.error.finished'],
      },
    ),
    revokeDriverLinks: post(
      '/app/v1/route/{route_id}/revoke_links',
      'End all links of a route: a lost phone, another driver',
      Type.Object({ revoked: Type.Integer() }),
      { description: 'Dispatching again makes a new one.' },
    ),
  },
)

export const pageEndpoints = defineEndpoints(
  { tag: 'Pages', auth: 'none', visibility: 'internal' },
  {
    getDriverPage: getFile('/d/{token}', "The driver's page of a dispatch link", 'text/html'),
    getTrackingPage: getFile('/t/{token}', "The recipient's page", 'text/html'),
    getTrackingPageWithoutLink: getFile('/t', 'What the recipient reads whose link was cut short', 'text/html'),
    getReportImage: getFile('/i/{image_id}/{access_token}', 'A picture of a report', 'image/*', {
      description: 'At most 2,048 pixels on its longer side; as small at most 640.',
      query: Type.Object({
        size: Type.Union([Type.Literal('large'), Type.Literal('small')], { default: 'large' }),
      }),
    }),
  },
)
