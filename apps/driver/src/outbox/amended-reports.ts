// Reports of a stop as the phone knows them: also what waits to be sent, corrected or taken back.
import type { DriverAmendment, FileReference, Report } from '@routewright/contract'
import type { QueuedItem } from '../store/database.ts'

type Amendment = Omit<DriverAmendment, 'client_id'>

/** The report that the service will make of the call. Its pictures have the phone's ids and no address; a signature is its own address. */
export function reportOnPhone({ id, route_id, stop_id = '', body }: QueuedItem & { kind: 'report' }): Report {
  const { type, comments, cancel_reason, custom_fields, taken_by, taker_name, tasks, packages, signature } = body
  const { payment_collected } = body
  return {
    id,
    client_id: id,
    stop_id,
    route_id,
    project_id: '',
    reporter: 'driver',
    type,
    ...(comments && { comments }),
    ...(cancel_reason && { cancel_reason }),
    ...(custom_fields && { custom_fields }),
    ...(taken_by && { taken_by }),
    ...(taker_name && { taker_name }),
    ...(payment_collected && { payment_collected }),
    ...(typeof signature === 'string' && { signature: { id, url: signature } }),
    images: (body.awaited_images ?? []).map(onPhone),
    tasks: (tasks ?? []) as Report['tasks'],
    packages: (packages ?? []) as Report['packages'],
    created_at: body.created_at ?? '',
  }
}

const onPhone = (id: string): FileReference => ({ id, url: '' })

/** Whether the correction is of this report. */
export function isMeantBy({ id, client_id }: Pick<Report, 'id' | 'client_id'>, { report }: Amendment): boolean {
  return id === report || client_id === report
}

/** The reports once the correction is done. */
export function amendReports(reports: readonly Report[], amendment: Amendment): Report[] {
  if (amendment.action === 'take_back') return reports.filter((report) => !isMeantBy(report, amendment))
  return reports.map((report) => (isMeantBy(report, amendment) ? amendReport(report, amendment) : report))
}

function amendReport(report: Report, { amended = {}, at }: Amendment): Report {
  const { images, awaited_images, signature, ...words } = amended
  const said = Object.fromEntries(
    Object.entries({ ...report, ...words }).filter(([, value]) => value != null),
  ) as Report
  if (images !== undefined || awaited_images !== undefined) {
    const ids = new Set((images ?? []).map((image) => (typeof image === 'string' ? image : image.id)))
    const added = (awaited_images ?? []).map((id) => report.images.find((image) => image.id === id) ?? onPhone(id))
    said.images = [...report.images.filter(({ id }) => ids.has(id)), ...added]
  }
  if (signature === null) delete said.signature
  if (typeof signature === 'string') said.signature = { id: report.id, url: signature }
  if (at) said.amended_at = at
  return said
}
