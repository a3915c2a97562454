// Absences of a driver as they are filled in, row by row.
import type { DriverAbsence } from '@routewright/contract'
import { Fault } from '../forms/field-kinds.ts'

/** Reads the filled rows; a Fault for one without both ends, or that ends before it begins. Empty rows say nothing. */
export function readAbsences(rows: readonly DriverAbsence[]): DriverAbsence[] | Fault {
  const filled = rows.filter(({ from, to }) => from || to)
  for (const { from, to } of filled) {
    if (!from || !to) return new Fault('drivers:fault.absence_open')
    if (to < from) return new Fault('drivers:fault.absence_order', { from, to })
  }
  return filled.map(({ from, to, reason, comments }) => ({
    from,
    to,
    ...(reason && { reason }),
    ...(comments && { comments }),
  }))
}
