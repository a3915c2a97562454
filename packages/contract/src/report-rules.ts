// Rules of reports: what a report must contain, its effect on its stop, and on the parcels. Pure functions, used by the service that
// receives a report and by the phone that files it, perhaps hours before it is connected.
import {
  decide,
  type PackageStatus,
  type PackageTrigger,
  packageLifecycle,
  type RouteStatus,
  type StopTrigger,
} from './lifecycle.ts'
import { PIN_ATTEMPTS } from './limits.ts'
import type { DriverReportInput, ScanPurpose } from './schemas/driver.ts'
import type { CancelReason, CustomFieldDefinition, ProjectSettings } from './schemas/project.ts'
import type { Report, Reporter, ReportType } from './schemas/report.ts'
import type { ReportConflict } from './schemas/report-conflict.ts'
import type { Stop, StopType } from './schemas/stop.ts'

/** Requirements of a project on its reports. */
export interface ReportDemands {
  settings: ProjectSettings
  cancel_reasons: readonly CancelReason[]
}

/** Whether a report of this type ends its stop; an attempt leaves it pending. */
export function endsStop(type: ReportType): boolean {
  return type !== 'service_report_attempted'
}

/** Whether a driver may correct or withdraw a report while the route has this status. */
export function mayAmend({ driver_may_amend }: ProjectSettings, routeStatus: RouteStatus): boolean {
  return driver_may_amend !== 'never' && routeStatus !== 'finished'
}

/** A proof that the project requires and the report lacks. */
export interface MissingProof {
  proof: 'photo' | 'signature' | 'field'
  /** Its place in the report, such as `images` or `custom_fields.mileage`. */
  place: string
  field?: CustomFieldDefinition
}

/**
 * Reasons for which the service would reject the report, in order. Tasks are not checked: no setting of a project requires them, and a
 * report may leave them open. When a signature is required of a dispatcher, a photo of the signed paper suffices.
 */
export function listMissingProofs(
  demands: ReportDemands,
  report: Pick<
    DriverReportInput,
    'type' | 'cancel_reason' | 'images' | 'awaited_images' | 'signature' | 'custom_fields'
  >,
  reporter: Reporter = 'driver',
): MissingProof[] {
  const missing: MissingProof[] = []
  const photos = (report.images ?? []).length + (report.awaited_images ?? []).length
  if (demandsPhoto(demands, report) && photos === 0) missing.push({ proof: 'photo', place: 'images' })
  if (report.type !== 'service_report_completed') return missing
  const hasSigned = Boolean(report.signature) || (reporter === 'dispatcher' && photos > 0)
  if (demands.settings.signature_required && !hasSigned) missing.push({ proof: 'signature', place: 'signature' })
  for (const field of reportFields(demands.settings)) {
    const value = report.custom_fields?.[field.name]
    const isEmpty = value === undefined || value === null || value === ''
    if (field.required && isEmpty) missing.push({ proof: 'field', place: `custom_fields.${field.name}`, field })
  }
  return missing
}

/**
 * Whether a dispatcher's report lacks an explanation: dispatchers were not there, so their `comments` must say how they know that the stop
 * is done.
 */
export function lacksNote(
  { type, comments }: Pick<DriverReportInput, 'type' | 'comments'>,
  reporter: Reporter,
): boolean {
  return reporter === 'dispatcher' && type === 'service_report_completed' && !comments?.trim()
}

/** Whether a photo is required: for completing when the project says so, for canceling when the chosen reason does. */
export function demandsPhoto(
  { settings, cancel_reasons }: ReportDemands,
  { type, cancel_reason }: Pick<DriverReportInput, 'type' | 'cancel_reason'>,
): boolean {
  if (type === 'service_report_completed') return settings.photo_required === true
  return cancel_reasons.find(({ id }) => id === cancel_reason)?.requires_photo === true
}

/** The custom fields that belong to reports. */
export function reportFields({ custom_field_definitions = [] }: ProjectSettings): CustomFieldDefinition[] {
  return custom_field_definitions.filter(({ applies_to }) => applies_to === 'report')
}

/** Whether completing the stop requires the recipient's handover code; it is required of everybody, not only of drivers. */
export function asksPin({ pin_required }: ProjectSettings, hasPin: boolean, type: ReportType): boolean {
  return pin_required === true && hasPin && type === 'service_report_completed'
}

/** The code of a stop, and the number of wrong tries. */
export interface HandoverCode {
  pin: string
  wrongTries: number
}

/**
 * Whether the given code is accepted. After five wrong tries no code is accepted from the driver, so that drivers cannot guess it;
 * dispatchers and programs may then continue without.
 */
export function isPinAccepted(
  { pin, wrongTries }: HandoverCode,
  given: string | null | undefined,
  reporter: Reporter,
): boolean {
  return wrongTries >= PIN_ATTEMPTS ? reporter !== 'driver' : given === pin
}

/** Trigger of the report on its stop. `parcels` are the stop's own, after the report. */
export function reportTrigger(
  { type, tasks, packages }: Pick<DriverReportInput, 'type' | 'tasks' | 'packages'>,
  parcels: readonly { status: PackageStatus }[],
): StopTrigger {
  switch (type) {
    case 'service_report_attempted':
      return 'report_attempted'
    case 'service_report_canceled':
      return 'report_canceled'
    case 'service_report_completed': {
      const hasCanceledTask = (tasks ?? []).some(({ status }) => status === 'canceled')
      // A report without a list of parcels says nothing about them, so undelivered parcels count only when the report has such a list.
      const isShort = Boolean(packages) && parcels.some(({ status }) => status !== 'delivered')
      return hasCanceledTask || isShort ? 'report_completed_partial' : 'report_completed'
    }
  }
}

/** The parcels handed over by the report; only completing hands anything over. */
export function handedParcels({ type, packages }: Pick<DriverReportInput, 'type' | 'packages'>) {
  return type === 'service_report_completed' ? (packages ?? []) : []
}

/** The stops whose parcels are handed over at a stop: itself, or at a pickup the deliveries that wait for it. */
export function parcelHolders<S extends Pick<Stop, 'id' | 'type' | 'pickup_id'>>(stops: readonly S[], stop: S): S[] {
  if (stop.type === 'visit') return []
  return stop.type === 'pickup' ? stops.filter(({ pickup_id }) => pickup_id === stop.id) : [stop]
}

/** Whether a report is of a visit: a stop canceled by a dispatcher was no attempt. */
export function isAttempt({ type, reporter }: { type: ReportType; reporter?: Reporter | null | undefined }): boolean {
  return !(type === 'service_report_canceled' && reporter === 'dispatcher')
}

/**
 * Goods that a delivery left in its vehicle, by the codes of the parcels; a single `undefined` stands for the goods of a stop without
 * parcels. `isLeft`: the stop left the route after its goods were loaded.
 */
export function goodsToReturn(
  {
    type,
    status,
    packages,
    weight,
    volume,
  }: Pick<Stop, 'type' | 'status' | 'weight' | 'volume'> & {
    packages: readonly { identifier: string; status: PackageStatus }[]
  },
  isLeft = false,
): (string | undefined)[] {
  const hasFailed = status === 'canceled' || status === 'incomplete'
  if (type !== 'delivery' || !(hasFailed || isLeft)) return []
  if (packages.length > 0)
    return packages.flatMap((parcel) => (parcel.status === 'delivered' ? [] : [parcel.identifier]))
  return (weight ?? 0) > 0 || (volume ?? 0) > 0 ? [undefined] : []
}

/** Effect of a scan at a stop on a parcel: goods leave the van only at their delivery; at a pickup every scan loads. */
export function scanTrigger(stopType: StopType, purpose: ScanPurpose): PackageTrigger {
  return purpose === 'delivery' && stopType !== 'pickup' ? 'scanned_at_delivery' : 'scanned_at_loading'
}

/** The status of a parcel after that scan; delivered stays delivered. */
export function parcelAfterScan(status: PackageStatus, stopType: StopType, purpose: ScanPurpose): PackageStatus {
  return decide(packageLifecycle, status, scanTrigger(stopType, purpose)) as PackageStatus
}

/** Whether the service kept a driver's report for a dispatcher's decision instead of counting it. */
export function isConflict(answer: Report | ReportConflict): answer is ReportConflict {
  return 'state' in answer
}
