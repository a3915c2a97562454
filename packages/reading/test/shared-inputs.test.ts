// Files on which other programs fail, each read as it is meant, or with the error at its cell.
import { describe, expect, test } from 'vitest'
import { createPlaceJudge } from '../src/index.ts'
import { collectFaults, type ReadFile, readFile } from './read-file.ts'
import { listSharedInputs } from './shared-files.ts'

const tables = new Map(listSharedInputs('tables').map(({ name, bytes }) => [name, bytes]))
const orders = new Map(listSharedInputs('intake').map(({ name, bytes }) => [name, bytes]))
const hours = (...windows: number[][]) => windows.map((window) => window.map((hour) => hour * 3_600))

/** Expected results, by file name. */
const expected: Record<string, (file: ReadFile) => void> = {
  'orders-dirty.csv': (file) => {
    expect(file.file.encoding).toBe('windows-1252')
    expect(file.rows).toHaveLength(84)
    expect(file.rows[3]).toMatchObject({
      line: 5,
      address: 'Fürst-Franz-Josef-Strasse 52, Vaduz',
      past: { date: '2026-11-30' },
      stop: { weight: 25, time_windows: hours([8, 12]), packages: { length: 4 } },
    })
    const wrong = file.rows.flatMap((row) => Object.entries(collectFaults(file, row)).map((pair) => pair.join(': ')))
    // "10" is one end of a window, but which one is unknown.
    expect(new Set(wrong)).toEqual(new Set(['time_windows: windows']))
  },
  'orders-grouped-headings.xlsx': ({ table, rows }) => {
    expect([table.headingLine, rows.length, rows[0]?.line]).toEqual([4, 84, 5])
    expect(rows[0]).toMatchObject({ address: 'Zum Sankt Johanner 22, 9490 Vaduz', stop: { phone: '+423 555 01 22' } })
    expect(table.left.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'title'],
      [3, 'group'],
      [93, 'total'],
    ])
  },
  'headings-with-role.csv': ({ targets }) =>
    expect(targets).toEqual(['external_id', 'label', 'address', 'phone', 'email']),
  'units-in-headings.csv': ({ rows }) =>
    expect(rows.map(({ stop }) => [stop.weight, stop.duration])).toEqual([
      [0.5, 300],
      [0.75, 120],
    ]),
  'swapped-and-thousands.csv': (file) => {
    expect(file.rows.map(({ stop }) => stop.weight)).toEqual([850, 1250, 2400.5, 12, 12, 12])
    const points = file.rows.flatMap(({ stop }) =>
      stop.location ? [stop.location as { lat: number; lng: number }] : [],
    )
    const judge = createPlaceJudge([], points)
    expect(points.map((point) => judge(point)?.kind)).toEqual([undefined, undefined, 'swapped', 'null', undefined])
    expect(collectFaults(file, file.rows[4]!)).toEqual({ lat: 'latitude', lng: 'longitude' })
  },
  'stray-quote.csv': ({ file, rows }) => {
    expect(rows.map(({ stop }) => stop.label)).toEqual([
      'Müller',
      '"Adler" Gasthof',
      'Beck',
      'Frick',
      'Hasler',
      'Ospelt',
    ])
    expect(file.faults).toEqual([{ line: 3, kind: 'quote' }])
  },
  'numbers-in-powers.csv': (file) =>
    expect(file.rows.map((row) => collectFaults(file, row))).toEqual(
      Array(2).fill({ phone: 'damaged', packages: 'damaged' }),
    ),
  'leading-zeros.xlsx': ({ rows }) =>
    expect(
      rows.map(({ stop }) => [stop.external_id, stop.location?.postal_code, stop.packages?.[0]?.identifier]),
    ).toEqual([
      ['000001', '01067', '4901234567894'],
      ['000002', '01067', '0000000012345'],
    ]),
  'second-sheet.xlsx': ({ file, rows }) => {
    expect(file.sheets.map(({ name }) => name)).toEqual(['Anleitung', 'Sheet'])
    expect(rows.map(({ stop }) => stop.label)).toEqual(['A'])
  },
  'hidden-first-sheet.xlsx': ({ file, rows }) => {
    expect(file.sheets.map(({ isHidden }) => isHidden)).toEqual([true, false])
    expect(rows).toHaveLength(1)
    expect(rows[0]!.stop.label).not.toBe('HIDDEN')
  },
  'merged-town.xlsx': ({ rows }) =>
    expect(rows.map(({ stop }) => stop.location?.city)).toEqual(['Vaduz', 'Vaduz', 'Vaduz']),
  'days.csv': ({ rows }) => expect(new Set(rows.map(({ past }) => past.date))).toEqual(new Set(['2026-12-24'])),
  'date-cells.xlsx': ({ rows }) => {
    expect(new Set(rows.map(({ past }) => past.date))).toEqual(new Set(['2026-12-24']))
    expect(rows.map(({ stop }) => stop.external_id)).toEqual(['x1', 'x2', 'x3', '000004'])
  },
  'numbers.csv': (file) => {
    expect(file.rows.map(({ stop }) => stop.weight)).toEqual([1250, 1250.5, 12, 1, 1])
    expect(collectFaults(file, file.rows[4]!)).toEqual({ phone: 'damaged', packages: 'damaged' })
  },
}
for (const name of [
  'empty-last-cell.csv',
  'windows-1252.csv',
  'utf-16.csv',
  'sep-line.csv',
  'title-rows.csv',
  'pipes.csv',
  'total-row.csv',
])
  expected[name] = ({ rows }) => {
    expect(rows.map(({ address }) => address)).toEqual(
      name === 'empty-last-cell.csv' ? ['Städtle 32 Vaduz', 'Städtle 30 Vaduz'] : ['Städtle 32 Vaduz'],
    )
  }

/** Lists of texts with their expected results, which are no tables of orders. */
const lists = ['headings.csv', 'windows.csv']

describe.each([
  ['tables', tables],
  ['intake', orders],
])('%s', (_, files) => {
  const names = [...files.keys()].filter((name) => !lists.includes(name))
  // A file without any test would count as failed where the inputs are not at hand.
  test.runIf(names.length > 0).each(names.length > 0 ? names : ['inputs are not here'])('%s', async (name) => {
    const check = expected[name]
    expect(check, 'nobody says yet what is right').toBeDefined()
    check!(await readFile(files.get(name)!))
  })
})
