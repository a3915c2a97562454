// The wire record of a service report.

import { recordMaker } from '../records.ts'
import { type ReportRow, reportTable } from '../report-tables.ts'

const ownRecord = recordMaker(reportTable)

/** Returns the record. File references are stored with paths of this service and returned with absolute URLs. */
export function reportResource(row: ReportRow, publicBase: string) {
  const record = ownRecord(row)
  const absolute = (file: { id: string; url: string }) => ({ id: file.id, url: publicBase + file.url })
  if (row.images.length > 0) record.images = row.images.map(absolute)
  if (row.signature) record.signature = absolute(row.signature)
  return record
}
