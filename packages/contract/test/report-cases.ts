// The rules of reports as a table of cases. Three tests read it: the rules' own, the service's over HTTP, and the driver application's,
// which must predict the response of the service.
import type { PackageStatus, StopStatus } from '../src/lifecycle.ts'
import type { CancelReason, ProjectSettings } from '../src/schemas/project.ts'
import type { ReportType } from '../src/schemas/report.ts'
import type { TaskStatus } from '../src/schemas/task.ts'

export interface ReportCase {
  name: string
  settings?: ProjectSettings
  cancel_reasons?: CancelReason[]
  /** The stop before the report: number of tasks, and its parcels (at a pickup those of the delivery that waits for it). */
  stop: { type: 'delivery' | 'pickup'; tasks?: number; parcels?: string[] }
  report: {
    type: ReportType
    cancel_reason?: string
    photo?: true
    signature?: true
    fields?: Record<string, string | number | boolean>
    /** Statuses of the tasks, in order; undefined leaves one open. */
    tasks?: (TaskStatus | undefined)[]
    /** Codes of the parcels that are handed over. */
    handed?: string[]
    pin?: 'right'
  }
  /** The place of the missing proof, or the stop and its parcels afterwards. */
  answer: { missing: string } | { status: StopStatus; parcels?: PackageStatus[] }
}

const completed = 'service_report_completed'
const canceled = 'service_report_canceled'
const attempted = 'service_report_attempted'
const delivery = { type: 'delivery' } as const
const twoParcels = { type: 'delivery', parcels: ['P1', 'P2'] } as const satisfies {
  type: 'delivery'
  parcels: string[]
}
const mileage: ProjectSettings = {
  custom_field_definitions: [
    { name: 'km', type: 'number', applies_to: 'report', required: true },
    { name: 'mood', type: 'string', applies_to: 'report' },
    { name: 'dock', type: 'string', applies_to: 'stop', required: true },
  ],
}
const photoOfDamage: CancelReason[] = [{ id: 'damaged', requires_photo: true }, { id: 'refused' }]

export const reportCases: readonly ReportCase[] = [
  {
    name: 'a project that demands nothing takes a bare report',
    stop: delivery,
    report: { type: completed },
    answer: { status: 'completed' },
  },
  {
    name: 'an attempt leaves the stop pending',
    stop: delivery,
    report: { type: attempted },
    answer: { status: 'pending' },
  },
  {
    name: 'giving up ends the stop and hands nothing over',
    stop: twoParcels,
    report: { type: canceled },
    answer: { status: 'canceled', parcels: ['pending', 'pending'] },
  },
  {
    name: 'open tasks are not demanded',
    stop: { type: 'delivery', tasks: 2 },
    report: { type: completed, tasks: ['completed', undefined] },
    answer: { status: 'completed' },
  },
  {
    name: 'a canceled task makes the stop incomplete',
    stop: { type: 'delivery', tasks: 2 },
    report: { type: completed, tasks: ['completed', 'canceled'] },
    answer: { status: 'incomplete' },
  },
  {
    name: 'all parcels handed over',
    stop: twoParcels,
    report: { type: completed, handed: ['P1', 'P2'] },
    answer: { status: 'completed', parcels: ['delivered', 'delivered'] },
  },
  {
    name: 'a parcel that stays behind makes the stop incomplete',
    stop: twoParcels,
    report: { type: completed, handed: ['P2'] },
    answer: { status: 'incomplete', parcels: ['pending', 'delivered'] },
  },
  {
    name: 'at a pickup parcels are loaded, which ends the pickup and not their delivery',
    stop: { type: 'pickup', parcels: ['P1', 'P2'] },
    report: { type: completed, handed: ['P1'] },
    answer: { status: 'completed', parcels: ['picked', 'pending'] },
  },
  {
    name: 'a photo that the project demands is missing',
    settings: { photo_required: true },
    stop: delivery,
    report: { type: completed },
    answer: { missing: 'images' },
  },
  {
    name: 'a photo that follows later counts',
    settings: { photo_required: true },
    stop: delivery,
    report: { type: completed, photo: true },
    answer: { status: 'completed' },
  },
  {
    name: 'an attempt needs no photo of a completed stop',
    settings: { photo_required: true, signature_required: true },
    stop: delivery,
    report: { type: attempted },
    answer: { status: 'pending' },
  },
  {
    name: 'a reason that wants a photo, without one',
    cancel_reasons: photoOfDamage,
    stop: delivery,
    report: { type: canceled, cancel_reason: 'damaged' },
    answer: { missing: 'images' },
  },
  {
    name: 'a reason that wants a photo, with one',
    cancel_reasons: photoOfDamage,
    stop: delivery,
    report: { type: canceled, cancel_reason: 'damaged', photo: true },
    answer: { status: 'canceled' },
  },
  {
    name: 'an attempt for a reason that wants a photo needs it, too',
    cancel_reasons: photoOfDamage,
    stop: delivery,
    report: { type: attempted, cancel_reason: 'damaged' },
    answer: { missing: 'images' },
  },
  {
    name: 'another reason of the same project needs none',
    cancel_reasons: photoOfDamage,
    stop: delivery,
    report: { type: canceled, cancel_reason: 'refused' },
    answer: { status: 'canceled' },
  },
  {
    name: 'a signature that the project demands is missing',
    settings: { signature_required: true },
    stop: delivery,
    report: { type: completed, photo: true },
    answer: { missing: 'signature' },
  },
  {
    name: 'a signature that the project demands is there',
    settings: { signature_required: true },
    stop: delivery,
    report: { type: completed, signature: true },
    answer: { status: 'completed' },
  },
  {
    name: 'a required field of reports is missing',
    settings: mileage,
    stop: delivery,
    report: { type: completed, fields: { mood: 'fine' } },
    answer: { missing: 'custom_fields.km' },
  },
  {
    name: 'an empty text is a missing field',
    settings: mileage,
    stop: delivery,
    report: { type: completed, fields: { km: '' } },
    answer: { missing: 'custom_fields.km' },
  },
  {
    name: 'nought is a value; fields that are optional or belong to stops are not asked for',
    settings: mileage,
    stop: delivery,
    report: { type: completed, fields: { km: 0 } },
    answer: { status: 'completed' },
  },
  {
    name: 'a handover code that the project demands is missing',
    settings: { pin_required: true },
    stop: delivery,
    report: { type: completed },
    answer: { missing: 'pin' },
  },
  {
    name: 'the right handover code opens the stop',
    settings: { pin_required: true },
    stop: delivery,
    report: { type: completed, pin: 'right' },
    answer: { status: 'completed' },
  },
  {
    name: 'giving up needs no handover code',
    settings: { pin_required: true },
    stop: delivery,
    report: { type: canceled },
    answer: { status: 'canceled' },
  },
]
