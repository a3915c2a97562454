// Days, vans, orders and times as spreadsheets of past deliveries write them.
import {
  type ColumnTarget,
  fieldsFor,
  fillDown,
  guessColumns as guess,
  type Purpose,
  readRow as readColumns,
  readTable,
} from '@routewright/reading'
import { describe, expect, test } from 'vitest'
import { rowPlan } from './import-store.ts'
import { drivenRows, getQuestion, hasUnnamedDays, type PastChoice, readHours, usualSpan } from './past-input.ts'

const hour = 3_600

const guessColumns = (names: string[], purpose: Purpose = 'plan') => guess({ names, purpose })
const readRow = (cells: string[], targets: readonly ColumnTarget[]) => readColumns(cells, { targets, names: [] })
const listLines = (rows: readonly (readonly string[])[]) => rows.map((cells, at) => ({ line: at + 1, cells }))

describe('columns of past days', () => {
  test.each([
    ['Date', 'Vehicle', 'Position', 'Finished at', 'Name', 'Address', 'Time windows', 'Duration (min)'],
    ['Datum', 'Fahrzeug', 'Reihenfolge', 'Beendet um', 'Name', 'Adresse', 'Zeitfenster', 'Dauer (Min.)'],
    ['Date', 'Véhicule', 'Position', 'Terminé à', 'Nom', 'Adresse', 'Créneaux horaires', 'Durée (min)'],
    ['Fecha', 'Vehículo', 'Posición', 'Finalizada', 'Nombre', 'Dirección', 'Franjas horarias', 'Duración (min)'],
    ['Data', 'Veículo', 'Posição', 'Concluída em', 'Nome', 'Morada', 'Janelas horárias', 'Duração (min)'],
  ])('%s, %s, %s … are known by the names of our template', (...names) => {
    const fields = ['date', 'vehicle', 'position', 'done_at', 'label', 'address', 'time_windows', 'duration']
    expect(guessColumns(names, 'past')).toEqual(fields)
    expect(readTable(listLines([['My list'], names, ['x']]), 'past').headingLine).toBe(2)
  })

  test.each([
    ['2.3.26', 'Städtle 1', 'create'],
    ['2.3.26', '', 'broken'],
    ['', 'Städtle 1', 'broken'],
    ['soon', 'Städtle 1', 'broken'],
  ])('a row of the day "%s" at "%s" can be used only with both: %s', (day, address, plan) => {
    const rows = [readRow([day, address], ['date', 'address'])]
    const none = {
      results: new Map(),
      known: new Map(),
      duplicates: new Map(),
      existing: 'create',
      withoutBadCells: false,
    }
    expect(rowPlan({ ...none, purpose: 'past', rows } as never, 0)).toBe(plan)
  })

  test('are known as people name them; where stops are imported into a plan only the day means something', () => {
    const names = ['Lieferdatum', 'Fahrer', 'Lfd. Nr.', 'Zugestellt um', 'Telefon', 'Strasse', 'PLZ']
    expect(guessColumns(names, 'past')).toEqual([
      ...['date', 'vehicle', 'position', 'done_at', 'ignore', 'street', 'postal_code'],
    ])
    expect(guessColumns(['Date', 'Driver', 'Delivered at'])).toEqual(['date', 'ignore', 'ignore'])
    expect(fieldsFor.past).not.toContain('phone')
  })
})

const targets = guessColumns(['Date', 'Van', 'Order of stops', 'Time', 'Address'], 'past')

test('a row says its day, van, place and time; what cannot be read is told at its cell', () => {
  const good = readRow(['2.3.26', 'Anna', '3', '9:15', 'Städtle 1'], targets)
  expect(good.past).toEqual({ date: '2026-03-02', vehicle: 'Anna', position: 3, done_at: 9.25 * hour })
  expect(good.faults.size).toBe(0)
  const bad = readRow(['soon', 'n/a', 'third', 'early', 'Städtle 1'], targets)
  expect(bad.past).toEqual({})
  expect([...bad.faults]).toEqual([
    [0, 'date'],
    [3, 'time'],
    [2, 'number'],
  ])
  const [moment] = [readRow(['02.03.2026 09:15'], ['done_at'])]
  expect(moment.past).toEqual({ date: '2026-03-02', done_at: 9.25 * hour })
})

test('days and vans that are written once hold for the rows below; a single gap does not', () => {
  const rows = [
    ['2.3.2026', 'Anna'],
    ['', ''],
    ['', 'Ben'],
    ['', ''],
    ['3.3.2026', 'Anna'],
    ['', ''],
  ]
  const { rows: full, filled } = fillDown(rows, ['date', 'vehicle'])
  expect(filled).toEqual(['date', 'vehicle'])
  expect(full.map((row) => row.join(' '))).toEqual([
    ...['2.3.2026 Anna', '2.3.2026 Anna', '2.3.2026 Ben', '2.3.2026 Ben', '3.3.2026 Anna', '3.3.2026 Anna'],
  ])
  const gap = [['Anna'], ['Ben'], [''], ['Anna']]
  expect(fillDown(gap, ['vehicle'])).toEqual({ rows: gap, filled: [] })
})

describe('what is sent', () => {
  const cells = [
    ['2.3.2026', 'Anna', '', '', 'Städtle 1'],
    ['', '', '', '', 'Städtle 2'],
    ['9.3.2026', '', '', '', 'Städtle 3'],
  ]
  const rows = cells.map((row) => readRow(row, targets))
  const places = new Map([['Städtle 1', { lat: 47.1, lng: 9.5, partial_match: true }]])

  test('are the rows of the chosen days with their places, and those without a day', () => {
    const table = readTable(listLines([['Date', 'Van', 'Order of stops', 'Time', 'Address'], ...cells]), 'past')
    const state = { rows, places, placedByHand: new Map(), judge: undefined, table }
    expect(drivenRows(state, { from: '2026-03-01', to: '2026-03-02' })).toEqual([
      {
        line: 2,
        date: '2026-03-02',
        vehicle: 'Anna',
        address: 'Städtle 1',
        lat: 47.1,
        lng: 9.5,
        is_doubtful: true,
      },
      { line: 3, address: 'Städtle 2' },
    ])
    expect(hasUnnamedDays(drivenRows(state, { from: '2026-03-01', to: '2026-03-02' }))).toBe(false)
    expect(hasUnnamedDays(drivenRows(state, { from: '2026-03-01', to: '2026-03-09' }))).toBe(true)
  })

  test('are the latest days where they are too many for one replay', () => {
    const dates = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
    expect(usualSpan(dates)).toEqual({ from: dates[9], to: dates[39] })
    expect(usualSpan([])).toEqual({ from: '', to: '' })
  })

  test('is what was typed, prices by the minute, and nothing of what was left empty', () => {
    const place = { label: 'Yard', lat: 47.1, lng: 9.5 } as const
    const nowhere = { label: '', lat: '', lng: '' } as const
    const choice: PastChoice = {
      from: '',
      to: '',
      depot: undefined,
      hours: '8-17',
      minutes: 4,
      vans: 2,
      hourPrice: 36,
      kilometerPrice: 0.4,
      maxWeight: '',
      maxVolume: 3,
      change: -1,
      otherHours: '',
      otherDepot: nowhere,
    }
    expect(getQuestion(choice, place)).toEqual({
      assumed: {
        depot: place,
        time_window: [8 * hour, 17 * hour],
        duration: 240,
        vehicles_per_day: 2,
        price_per_minute: 0.6,
        price_per_distance: 0.4,
        max_volume: 3,
      },
      other: { vehicles: -1 },
    })
    expect(readHours('sometimes')).toBe(false)
    expect(readHours('8-12, 13-17')).toBe(false)
  })
})
