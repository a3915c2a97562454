// Rows of a spreadsheet as tours: which van, which order, and what is left out for which reason.
import { describe, expect, test } from 'vitest'
import { daysOfRows, numberRows, type PlacedRow, sumUpLeftOut, toldPunctuality, whyUnusable } from './driven-rows.ts'

const row = (line: number, more: Partial<PlacedRow> = {}): PlacedRow => ({
  line,
  date: '2026-03-02',
  vehicle: 'Anna',
  lat: 47.1,
  lng: 9.5,
  ...more,
})
const listLines = (rows: readonly PlacedRow[], vehiclesPerDay = 1) =>
  daysOfRows(rows, vehiclesPerDay).map(({ tours }) => tours.map((tour) => tour.rows.map(({ line }) => line)))

describe('the order of a tour', () => {
  test('is that of the column that says it, before any time', () => {
    const rows = [row(1, { position: 3, done_at: 100 }), row(2, { position: 1, done_at: 300 }), row(3, { position: 2 })]
    expect(listLines(rows)).toEqual([[[2, 3, 1]]])
    expect(daysOfRows(rows, 1)[0]!.tours[0]!.orderedBy).toBe('position')
  })

  test('is by the times where no column says it; rows without a time come last, as they stand', () => {
    const rows = [row(1), row(2, { done_at: 900 }), row(3), row(4, { done_at: 800 })]
    expect(listLines(rows)).toEqual([[[4, 2, 1, 3]]])
    expect(daysOfRows(rows, 1)[0]!.tours[0]!.orderedBy).toBe('time')
  })

  test('is that of the file where neither is there', () => {
    expect(listLines([row(2), row(1)])).toEqual([[[2, 1]]])
    expect(daysOfRows([row(2), row(1)], 1)[0]!.tours[0]!.orderedBy).toBe('row')
  })
})

describe('the van of a row', () => {
  test('is the same in other capitals and with other spaces, and another one on another day', () => {
    const rows = [
      row(1, { vehicle: 'Van 1' }),
      row(2, { vehicle: ' van  1 ' }),
      row(3, { vehicle: 'VAN 1', date: '2026-03-01' }),
    ]
    expect(listLines(rows)).toEqual([[[3]], [[1, 2]]])
  })

  test('rows without one are one van more on a day on which others have one', () => {
    const [day] = daysOfRows([row(1), row(2, { vehicle: undefined }), row(3, { vehicle: ' ' })], 3)
    expect(day).toMatchObject({ unnamed: 2, isUnnamed: false })
    expect(day!.tours.map(({ vehicle }) => vehicle)).toEqual(['Anna', undefined])
  })

  test('a day on which no row names one is cut into as many parts as are said, by time where there is one', () => {
    const rows = [5, 1, 4, 2, 3].map((hour, at) => row(at + 1, { vehicle: undefined, done_at: hour * 3_600 }))
    expect(listLines(rows, 2)).toEqual([
      [
        [2, 4, 5],
        [3, 1],
      ],
    ])
    expect(listLines(rows.slice(0, 1), 4)).toEqual([[[1]]])
    expect(daysOfRows(rows, 2)[0]).toMatchObject({ unnamed: 0, isUnnamed: true })
  })
})

test('rows without a day or a place are left out by reason, with their lines', () => {
  const rows = numberRows([
    { address: 'Städtle 1' },
    { date: '2026-03-02', address: ' ' },
    { line: 40, lat: 1, lng: 1 },
  ])
  const reasons = rows.flatMap((row) => {
    const reason = whyUnusable(row)
    return reason ? [{ line: row.line, reason }] : []
  })
  expect(sumUpLeftOut(reasons)).toEqual([
    { reason: 'no_date', count: 2, lines: [1, 40] },
    { reason: 'no_place', count: 1, lines: [2] },
  ])
})

test('what the times tell of windows is counted where both are there', () => {
  const window: [number, number][] = [[8 * 3_600, 9 * 3_600]]
  const rows = [
    row(1, { time_windows: window, done_at: 9 * 3_600 }),
    row(2, { time_windows: window, done_at: 9 * 3_600 + 1 }),
    row(3, { time_windows: window }),
    row(4, { done_at: 100 }),
  ]
  expect(toldPunctuality(rows)).toEqual({ stops: 2, late: 1 })
  expect(toldPunctuality([row(1)])).toBeUndefined()
})
