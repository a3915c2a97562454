import { describe, expect, test } from 'vitest'
import { type ReportCase, reportCases } from '../test/report-cases.ts'
import { decide, stopLifecycle } from './lifecycle.ts'
import { PIN_ATTEMPTS } from './limits.ts'
import {
  asksPin,
  endsStop,
  handedParcels,
  isPinAccepted,
  lacksNote,
  listMissingProofs,
  parcelAfterScan,
  parcelHolders,
  reportTrigger,
} from './report-rules.ts'
import { reportTypes } from './schemas/report.ts'

function getReport({ report }: ReportCase) {
  const { type, cancel_reason, fields, handed } = report
  return {
    type,
    ...(cancel_reason ? { cancel_reason } : {}),
    ...(report.photo ? { awaited_images: ['photo'] } : {}),
    ...(report.signature ? { signature: 'data:image/png;base64,AA==' } : {}),
    ...(fields ? { custom_fields: fields } : {}),
    ...(handed ? { packages: handed.map((identifier) => ({ identifier })) } : {}),
    ...(report.tasks
      ? { tasks: report.tasks.flatMap((status, index) => (status ? [{ task_id: `t${index}`, status }] : [])) }
      : {}),
  }
}

test.each(reportCases.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => {
  const { settings = {}, cancel_reasons = [], stop, answer } = entry
  const report = getReport(entry)
  const missing = listMissingProofs({ settings, cancel_reasons }, report).map(({ place }) => place)
  if (asksPin(settings, true, report.type) && !entry.report.pin) missing.push('pin')
  if ('missing' in answer) return expect(missing[0]).toBe(answer.missing)
  expect(missing).toEqual([])

  const handed = handedParcels(report).map(({ identifier }) => identifier)
  const parcels = (stop.parcels ?? []).map((code) => ({
    status: handed.includes(code) ? parcelAfterScan('pending', stop.type, 'delivery') : ('pending' as const),
  }))
  if (answer.parcels) expect(parcels.map(({ status }) => status)).toEqual(answer.parcels)
  const own = stop.type === 'pickup' ? [] : parcels
  expect(decide(stopLifecycle, 'pending', reportTrigger(report, own))).toBe(answer.status)
})

test('completed and canceled end a stop, attempted does not', () => {
  expect(reportTypes.filter(endsStop)).toEqual(['service_report_completed', 'service_report_canceled'])
})

test('everything that is missing is told, in the order in which the service asks', () => {
  const settings = {
    photo_required: true,
    signature_required: true,
    custom_field_definitions: [{ name: 'km', type: 'number', applies_to: 'report', required: true } as const],
  }
  const missing = listMissingProofs({ settings, cancel_reasons: [] }, { type: 'service_report_completed' })
  expect(missing.map(({ place }) => place)).toEqual(['images', 'signature', 'custom_fields.km'])
})

test('a dispatcher says how he knows that a stop is done, and a photo stands for the signature', () => {
  const demands = { settings: { signature_required: true }, cancel_reasons: [] }
  const completed = { type: 'service_report_completed' as const }
  const missing = (reporter: 'driver' | 'dispatcher' | 'program', report: object = {}) =>
    listMissingProofs(demands, { ...completed, ...report }, reporter).map(({ place }) => place)
  const paper = { awaited_images: ['paper'] }
  expect(missing('dispatcher')).toEqual(['signature'])
  expect(missing('dispatcher', paper)).toEqual([])
  expect(missing('driver', paper)).toEqual(['signature'])
  expect(missing('program', paper)).toEqual(['signature'])
  expect(lacksNote(completed, 'dispatcher')).toBe(true)
  expect(lacksNote({ ...completed, comments: ' ' }, 'dispatcher')).toBe(true)
  expect(lacksNote({ ...completed, comments: 'The driver called' }, 'dispatcher')).toBe(false)
  expect(lacksNote({ type: 'service_report_canceled' }, 'dispatcher')).toBe(false)
  expect(lacksNote(completed, 'driver')).toBe(false)
})

test('a report that names no parcels leaves none behind, one with an empty list leaves all', () => {
  const parcels = [{ status: 'pending' as const }]
  expect(reportTrigger({ type: 'service_report_completed' }, parcels)).toBe('report_completed')
  expect(reportTrigger({ type: 'service_report_completed', packages: [] }, parcels)).toBe('report_completed_partial')
})

describe('a handover code', () => {
  test.each([
    { given: '1234', wrongTries: PIN_ATTEMPTS - 1, reporter: 'driver', accepted: true },
    { given: '4321', wrongTries: 0, reporter: 'driver', accepted: false },
    { given: undefined, wrongTries: 0, reporter: 'dispatcher', accepted: false },
    { given: '1234', wrongTries: PIN_ATTEMPTS, reporter: 'driver', accepted: false },
    { given: undefined, wrongTries: PIN_ATTEMPTS, reporter: 'dispatcher', accepted: true },
  ] as const)('$given of a $reporter after $wrongTries wrong tries: $accepted', (row) => {
    expect(isPinAccepted({ pin: '1234', wrongTries: row.wrongTries }, row.given, row.reporter)).toBe(row.accepted)
  })

  test('is asked for only where stop and project have one', () => {
    const completed = 'service_report_completed'
    expect(asksPin({ pin_required: true }, true, completed)).toBe(true)
    expect(asksPin({ pin_required: true }, false, completed)).toBe(false)
    expect(asksPin({}, true, completed)).toBe(false)
  })
})

test('parcels change hands at their delivery, at the pickup that they wait for, and at no visit', () => {
  const pickup = { id: 'p', type: 'pickup' } as const
  const waiting = { id: 'd', type: 'delivery', pickup_id: 'p' } as const
  const visit = { id: 'v', type: 'visit' } as const
  const stops = [pickup, waiting, visit]
  const ids = (stop: (typeof stops)[number]) => parcelHolders(stops, stop).map(({ id }) => id)
  expect([ids(pickup), ids(waiting), ids(visit)]).toEqual([['d'], ['d'], []])
})

test.each([
  ['pending', 'delivery', 'load', 'picked'],
  ['picked', 'delivery', 'delivery', 'delivered'],
  ['delivered', 'delivery', 'load', 'delivered'],
  ['pending', 'pickup', 'pickup', 'picked'],
  ['pending', 'pickup', 'delivery', 'picked'],
] as const)('a %s parcel scanned at a %s for %s is %s', (before, stopType, purpose, after) => {
  expect(parcelAfterScan(before, stopType, purpose)).toBe(after)
})
