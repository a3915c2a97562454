// Reports: the driver's record of an attempt, with its pictures.
import { bodyBytes } from '../limits.ts'
import { FileReference, Report, ReportInput, ReportInputWithStop } from '../schemas/report.ts'
import { ConflictDecisionInput, ReportConflict, reportConflicts } from '../schemas/report-conflict.ts'
import { reportVersions } from '../schemas/report-version.ts'
import { Stop } from '../schemas/stop.ts'
import { create, defineEndpoints, get, post, remove } from './endpoint.ts'
import * as example from './examples.ts'

/** Errors of a report, whoever sends it. */
const reportErrors = [
  'highway.stop.error.report_already_exists',
  'highway.stop.error.not_in_plan',
  'highway.stop.error.invalid_pin',
  'highway.report.error.invalid_type',
  'highway.report.error.task_not_in_stop',
  'highway.report.error.missing_required_field',
  'highway.report.error.image_too_large',
  'highway.report.error.invalid_image',
  'highway.task.error.invalid_status',
  'highway.package.error.not_found',
] as const

const repeated = 'A client_id that was sent before answers 200 with the stored report.'

export const reportEndpoints = defineEndpoints(
  { tag: 'Reports', auth: 'api_key', visibility: 'public' },
  {
    createReport: create('/v3/stop/{stop_id}/report', 'Report an attempt at a stop', Report, {
      description: `attempted leaves the stop pending; completed and canceled end it. ${repeated}`,
      body: ReportInput,
      errors: reportErrors,
      examples: { body: example.reportInput, response: example.report },
      response: { 201: Report, 200: Report },
    }),
    createReportOfStop: create('/v2/report', 'Report an attempt at the stop named in the body', Report, {
      description: `The same operation as the one under the stop. ${repeated}`,
      body: ReportInputWithStop,
      errors: reportErrors,
      examples: { body: { stop_id: example.ids.stop, ...example.reportInput }, response: example.report },
      response: { 201: Report, 200: Report },
    }),
    uploadReportImage: create('/v3/stop/{stop_id}/report/image', 'Upload a picture for a report', FileReference, {
      description: 'JPEG, PNG or WebP by content, 10 MB at most. The id goes into the images or signature of a report.',
      upload: true,
      maxBodyBytes: bodyBytes.image,
      errors: ['highway.report.error.image_too_large', 'highway.report.error.invalid_image'],
      examples: { response: example.image },
    }),
  },
)

export const takenBackEndpoints = defineEndpoints(
  { tag: 'Reports', auth: 'api_key', visibility: 'internal' },
  {
    takeBackReport: remove(
      '/app/v1/stop/{stop_id}/report/{report_id}',
      'Take back a report, whoever made it, before anybody acted on it',
      Stop,
      {
        description:
          'The stop is as it was before the report, with its tasks and parcels. What the report said stays readable as a version; the audit log keeps both.',
        errors: [
          'highway.report.error.cannot_take_back',
          'highway.route.error.finished',
          'highway.plan.error.finished',
        ],
      },
    ),
    listReportVersions: get(
      '/app/v1/stop/{stop_id}/report_versions',
      'What the reports of a stop said before they were corrected or taken back, oldest first',
      reportVersions,
    ),
  },
)

export const reportConflictEndpoints = defineEndpoints(
  { tag: 'Reports', auth: 'api_key', visibility: 'internal' },
  {
    listReportConflicts: get(
      '/app/v1/plan/{plan_id}/report_conflicts',
      'Reports of drivers that do not count, of the routes of a plan and of its stops, newest first',
      reportConflicts,
      {
        description:
          'A driver’s report is never lost: what contradicts the stop as it is now stands here whole, until somebody decides and afterwards.',
      },
    ),
    decideReportConflict: post(
      '/app/v1/report_conflict/{conflict_id}/decide',
      'Take a report that does not count as what happened, keep it beside the stop, or dismiss it',
      ReportConflict,
      {
        description:
          'Taken, it becomes the report of the stop, also where route and plan are finished; the one that counted before is kept beside it. Kept and dismissed may be decided again, taken may not. The audit log tells who decided.',
        body: ConflictDecisionInput,
        errors: ['highway.report.error.cannot_take', 'highway.plan.error.finished', 'highway.route.error.finished'],
      },
    ),
  },
)
