// The rules of reports: what a report must bring along, what it does to its stop, and what happens to the parcels. Pure
// functions, used by the service that takes a report and by the phone that files it, perhaps hours before it is connected.
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

/** What a project asks of its reports. */
export interface ReportDemands {
  settings: ProjectSettings
  cancel_reasons: readonly CancelReason[]
}

/** Whether a report of this type ends its stop; an attempt leaves it pending. */
export function endsStop(type: ReportType): boolean {
  return type !== 'service_report_attempted'
}

/** Whether a driver may correct a report, or take it back, while the route is so. */
export function mayAmend({ driver_may_amend }: ProjectSettings, routeStatus: RouteStatus): boolean {
  return driver_may_amend !== 'never' && routeStatus !== 'finished'
}

/** A proof that the project demands and the report lacks. */
export interface MissingProof {
  proof: 'photo' | 'signature' | 'field'
  /** Where in the report it belongs, `images` or `custom_fields.mileage`. */
  place: string
  field?: CustomFieldDefinition
}

/**
 * What the service would refuse the report for, the first thing first. Tasks are not asked for: no setting of a project
 * demands them, and a report may leave them open. Where a signature is demanded of a dispatcher, a photo of the signed
 * paper will do.
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

/** Whether it is left open how a dispatcher, who was not there, knows that the stop is done: his `comments` say it. */
export function lacksNote(
  { type, comments }: Pick<DriverReportInput, 'type' | 'comments'>,
  reporter: Reporter,
): boolean {
  return reporter === 'dispatcher' && type === 'service_report_completed' && !comments?.trim()
}

/** Completing needs a photo where the project says so; giving up needs one where the chosen reason does. */
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

/** Whether completing the stop asks for the recipient's handover code; everybody is asked, not only drivers. */
export function asksPin({ pin_required }: ProjectSettings, hasPin: boolean, type: ReportType): boolean {
  return pin_required === true && hasPin && type === 'service_report_completed'
}

/** The code of a stop, and how often it was given wrong. */
export interface HandoverCode {
  pin: string
  wrongTries: number
}

/**
 * Whether the given code opens the stop. After five wrong tries no code does for its driver, so that he cannot guess it;
 * dispatchers and programs may then go on without.
 */
export function isPinAccepted(
  { pin, wrongTries }: HandoverCode,
  given: string | null | undefined,
  reporter: Reporter,
): boolean {
  return wrongTries >= PIN_ATTEMPTS ? reporter !== 'driver' : given === pin
}

/** What the report does to its stop. `parcels` are the stop's own as the report leaves them. */
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
      // A report without a list of parcels says nothing about them, so parcels that are not delivered count only when the
      // report has such a list.
      const isShort = Boolean(packages) && parcels.some(({ status }) => status !== 'delivered')
      return hasCanceledTask || isShort ? 'report_completed_partial' : 'report_completed'
    }
  }
}

/** The parcels that change hands by the report; only completing hands anything over. */
export function handedParcels({ type, packages }: Pick<DriverReportInput, 'type' | 'packages'>) {
  return type === 'service_report_completed' ? (packages ?? []) : []
}

/** The stops whose parcels change hands at a stop: itself, or at a pickup the deliveries that wait for it. */
export function parcelHolders<S extends Pick<Stop, 'id' | 'type' | 'pickup_id'>>(stops: readonly S[], stop: S): S[] {
  if (stop.type === 'visit') return []
  return stop.type === 'pickup' ? stops.filter(({ pickup_id }) => pickup_id === stop.id) : [stop]
}

/** Whether a report tells of a visit: what a dispatcher gives up at his desk was no attempt. */
export function isAttempt({ type, reporter }: { type: ReportType; reporter?: Reporter | null | undefined }): boolean {
  return !(type === 'service_report_canceled' && reporter === 'dispatcher')
}

/**
 * What a delivery left in its vehicle, by the codes of the parcels; one `undefined` stands for the goods of a stop without parcels.
 * `isLeft`: the stop left the route after its goods were loaded.
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
  if (packages.length > 0) return packages.flatMap((one) => (one.status === 'delivered' ? [] : [one.identifier]))
  return (weight ?? 0) > 0 || (volume ?? 0) > 0 ? [undefined] : []
}

/** What a scan at a stop does to a parcel: goods leave the van at their delivery only, at a pickup every scan loads. */
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
