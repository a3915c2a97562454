// Rows of an import, as people write them.
import { describe, expect, test } from 'vitest'
import { readDuration, readQuantity } from './amounts.ts'
import { judgeColumns } from './column-forms.ts'
import type { ColumnTarget } from './fields.ts'
import { type ColumnsToGuess, guessColumns as guess } from './headings.ts'
import { readNumberText } from './numbers.ts'
import { collectDuplicates, readRow as readColumns } from './rows.ts'
import { findHeadingRow } from './table.ts'

const guessColumns = (
  names: string[],
  remembered: ColumnsToGuess['remembered'] = {},
  definitions: NonNullable<ColumnsToGuess['definitions']> = [],
) => guess({ names, remembered, definitions })
const findHeaderRow = (rows: readonly string[][]) => findHeadingRow(rows.map((cells, at) => ({ line: at + 1, cells })))
const readRow = (
  cells: string[],
  targets: readonly ColumnTarget[],
  names: string[],
  definitions: NonNullable<ColumnsToGuess['definitions']> = [],
) => readColumns(cells, { targets, names, definitions })
const parseNumber = (text: string) => readNumberText(text)?.value

const read = (row: Record<string, string>) => {
  const targets = Object.keys(row) as never[]
  const answer = readRow(Object.values(row), targets, Object.keys(row))
  const faults = Object.fromEntries([...answer.faults].map(([column, fault]) => [Object.keys(row)[column], fault]))
  return { ...answer, faults }
}

describe('columns are recognized by their headers', () => {
  test.each([
    ['en', ['Order ID', 'Customer', 'Address', 'Zip', 'City', 'Time window', 'Phone number', 'Weight (kg)'], 0],
    ['es', ['Pedido', 'Nombre', 'Dirección', 'Código postal', 'Población', 'Franja horaria', 'Móvil', 'Peso'], 0],
    ['fr', ['N° commande', 'Nom', 'Adresse', 'Code postal', 'Ville', 'Créneau horaire', 'Téléphone', 'Poids (kg)'], 0],
    ['de', ['Auftragsnummer', 'Name', 'Anschrift', 'PLZ', 'Ort', 'Zeitfenster', 'Handy', 'Gewicht'], 0],
    ['pt', ['Encomenda', 'Nome', 'Endereço', 'CEP', 'Cidade', 'Janela de horário', 'Celular', 'Peso (kg)'], 0],
    ['pt', ['Encomenda', 'Nome', 'Morada', 'Código postal', 'Cidade', 'Janelas horárias', 'Telemóvel', 'Peso (kg)'], 0],
  ])('in %s', (_, names) => {
    const fields = ['external_id', 'label', 'address', 'postal_code', 'city', 'time_windows', 'phone', 'weight']
    expect(guessColumns(names, {})).toEqual(fields)
    expect(findHeaderRow([names])).toBe(0)
  })

  test.each([
    ['C.P.', 'postal_code'],
    ['P.L.Z.', 'postal_code'],
    ['C.A.P.', 'postal_code'],
    ['Franja', 'time_windows'],
    ['Ventana horaria', 'time_windows'],
    ['Janela de entrega', 'time_windows'],
    ['Gew.', 'weight'],
    ['Vol.', 'volume'],
    ['Rufnummer', 'phone'],
    ['Contact No', 'phone'],
    ['Nº albarán', 'external_id'],
    ['N° BL', 'external_id'],
    ['Razón social', 'label'],
    ['Addr1', 'street'],
    ['Obs.', 'comments'],
    ['Remarks', 'comments'],
    ['Tempo di sosta', 'duration'],
    ['Geogr. Breite', 'lat'],
  ])('short and usual ones: %s', (name, field) => {
    expect(guessColumns([name])).toEqual([field])
  })

  test('a number of the recipient is no house number', () => {
    expect(guessColumns(['Kunde Nr', 'Recipient No', 'Straße', 'Empfänger Hausnr'])).toEqual([
      ...(['client_external_id', 'ignore', 'street', 'house_number'] as const),
    ])
  })

  test('a time is a window, an arrival time is none; a number beside whole addresses is that of the order', () => {
    expect(guessColumns(['Nr', 'Name', 'Adresse', 'Zeit'], {})).toEqual([
      ...(['external_id', 'label', 'address', 'time_windows'] as const),
    ])
    expect(guessColumns(['Arrival time'], {})).toEqual(['ignore'])
    const apart = ['Adresse', 'Nr', 'PLZ', 'Ort']
    expect(guessColumns(apart, {})).toEqual(['address', 'house_number', 'postal_code', 'city'])
    expect(guessColumns(['Nr', 'Adresse'], { nr: 'house_number' })).toEqual(['house_number', 'address'])
  })

  test('by what was chosen for them before, and no field twice', () => {
    expect(guessColumns(['Bla', 'Name', 'Customer name'], { bla: 'comments' })).toEqual(['comments', 'label', 'ignore'])
    expect(findHeaderRow([['Anna', '47.1', '9.5']])).toBeUndefined()
  })

  test('below the title rows that people put above them', () => {
    const sheet = [
      ['Lieferungen Woche 48', '', '', ''],
      ['Fortschritt', '23.11.2026', '', ''],
      ['Kunde', 'Adresse', 'Zeitfenster', 'Menge'],
      ['Bäckerei Ort', 'Städtle 1', 'vormittags', '4'],
    ]
    expect(findHeaderRow(sheet)).toBe(2)
    expect(findHeaderRow(sheet.slice(3))).toBeUndefined()
    // A row of data is not taken for the header because a name in it is also a known word.
    expect(
      findHeaderRow([['Auftrag', 'Strasse', 'Ort'], ...Array(3).fill(['Referenz', 'Firma', 'Land', 'Name'])]),
    ).toBe(0)
  })
})

describe('a row becomes a stop', () => {
  test('with everything that it says', () => {
    const { stop, address, faults, hasCoordinates } = read({
      external_id: 'A-1',
      label: "'=Anna",
      street: 'Städtle',
      house_number: '1',
      postal_code: '9490',
      city: 'Vaduz',
      lat: '47,139',
      lng: '9,52',
      time_windows: '8-12',
      duration: '10',
      weight: '1.234,5 kg',
      type: 'Lieferung',
      requires: 'lift; cold',
      packages: 'P1, P2',
      phone: "'+423 1234567",
      custom: 'blue',
    })
    expect(faults).toEqual({})
    expect([address, hasCoordinates]).toEqual(['Städtle 1, 9490 Vaduz', true])
    expect(stop).toEqual({
      external_id: 'A-1',
      label: '=Anna',
      type: 'delivery',
      phone: '+423 1234567',
      time_windows: [[28_800, 43_200]],
      duration: 600,
      weight: 1234.5,
      requires: ['lift', 'cold'],
      packages: [{ identifier: 'P1' }, { identifier: 'P2' }],
      custom_fields: { custom: 'blue' },
      location: {
        street: 'Städtle 1',
        postal_code: '9490',
        city: 'Vaduz',
        label: 'Städtle 1, 9490 Vaduz',
        lat: 47.139,
        lng: 9.52,
      },
    })
  })

  test.each([
    ['9490 Vaduz', undefined, { postal_code: '9490', city: 'Vaduz' }],
    ['D-80331 München', undefined, { postal_code: 'D-80331', city: 'München' }],
    ['1000-001 Lisboa', undefined, { postal_code: '1000-001', city: 'Lisboa' }],
    ['1012 AB Amsterdam', undefined, { postal_code: '1012 AB', city: 'Amsterdam' }],
    ['9490 Vaduz', '9490', { postal_code: '9490', city: 'Vaduz' }],
    ['9490 Vaduz', '9494', { postal_code: '9494', city: '9490 Vaduz' }],
    ['9490', undefined, { city: '9490' }],
    ['Vaduz', '9490', { postal_code: '9490', city: 'Vaduz' }],
  ])('a town written as %s beside the postal code %s is read as both', (city, postal_code, expected) => {
    const { location } = read({ city, ...(postal_code && { postal_code }) }).stop
    expect(location).toMatchObject(expected)
    expect(Object.keys(location!).filter((name) => name !== 'label')).toEqual(Object.keys(expected))
  })

  test('with tasks, and custom fields as the project means them', () => {
    const definitions = [
      { name: 'floor', label: 'Floor', type: 'number' as const, applies_to: 'stop' as const },
      { name: 'fragile', type: 'boolean' as const, applies_to: 'stop' as const },
      { name: 'due', label: 'Due date', type: 'date' as const, applies_to: 'stop' as const },
    ]
    const names = ['Floor', 'Fragile', 'DUE DATE', 'Tasks']
    const targets = guessColumns(names, { floor: 'custom:gone' }, definitions)
    expect(targets).toEqual(['custom:floor', 'custom:fragile', 'custom:due', 'tasks'])
    const good = readRow(['3', 'Ja', '24.11.2026', 'Unpack, test; take the box back'], targets, names, definitions)
    expect([...good.faults]).toEqual([])
    expect(good.stop).toEqual({
      custom_fields: { floor: 3, fragile: true, due: '2026-11-24' },
      tasks: [{ label: 'Unpack, test' }, { label: 'take the box back' }],
    })
    const bad = readRow(['top', 'maybe', 'soon', ''], targets, names, definitions)
    expect([...bad.faults.values()]).toEqual(['number', 'yes_no', 'date'])
  })

  test('windows may stand in two columns, also as shares of a day', () => {
    expect(read({ window_from: '0.333333', window_to: '12:00' }).stop.time_windows).toEqual([[28_800, 43_200]])
    expect(read({ window_from: '14h' }).stop.time_windows).toEqual([[50_400, 86_400]])
  })

  test.each([
    [{ time_windows: 'when it suits' }, { time_windows: 'windows' }],
    [{ weight: 'heavy' }, { weight: 'number' }],
    [{ weight: '-3' }, { weight: 'number' }],
    [{ lat: '91', lng: '9' }, { lat: 'latitude' }],
    [{ lat: '47', lng: '' }, { lng: 'both_coordinates' }],
    [{ coordinates: 'here' }, { coordinates: 'coordinates' }],
    [{ email: 'anna@' }, { email: 'email' }],
    [{ phone: 'by mail' }, { phone: 'phone' }],
    [{ duration: 'long' }, { duration: 'duration' }],
    [{ type: 'gift' }, { type: 'type' }],
    [{ packages: 'P1, P1' }, { packages: 'duplicate_parcel' }],
    [{ type: 'pickup', packages: 'P1' }, { packages: 'pickup_parcels' }],
    [{ window_from: '25:99' }, { window_from: 'time' }],
  ])('%j names the cell that is wrong', (row, faults) => {
    expect(read(row as Record<string, string>).faults).toEqual(faults)
  })

  test('a cell that says nothing is empty, where it is no name', () => {
    const row = {
      weight: 'n/a',
      phone: 'keine',
      time_windows: '-',
      email: 'k.A.',
      duration: '–',
      comments: 'N/A',
      price: '#NV',
    }
    expect(read(row)).toMatchObject({ stop: {}, faults: {} })
    expect(read({ label: 'Na', comments: 'none' }).stop).toEqual({ label: 'Na', comments: 'none' })
  })

  test('a window that names its day is on that day; one longer than a day says what is left of it', () => {
    const columns = ['window_from', 'window_to'] as const
    const setting = { language: 'en', timeZone: 'America/New_York' }
    const readEnds = (...cells: [from: string, to: string]) => {
      const forms = judgeColumns([cells], columns, columns, setting)
      const { stop, past, faults, doubts } = readColumns(cells, { targets: columns, names: columns, forms, setting })
      return { windows: stop.time_windows, date: past.date, faults: faults.size, doubts: [...doubts.values()] }
    }
    const day = { date: '2026-12-24', faults: 0, doubts: [] }
    expect(readEnds('2026-12-24 08:00', '2026-12-24 12:00')).toEqual({ ...day, windows: [[28_800, 43_200]] })
    expect(readEnds('12/24/2026 8:00 AM', '12/24/2026 12:00 PM')).toEqual({ ...day, windows: [[28_800, 43_200]] })
    expect(readEnds('2026-12-24T13:00:00Z', '1798131600000')).toEqual({ ...day, windows: [[28_800, 43_200]] })
    expect(readEnds('2026-12-24 22:00', '2026-12-25 02:00')).toEqual({ ...day, windows: [[79_200, 93_600]] })
    const doubts = [{ kind: 'left_over', rest: '2026-12-26' }]
    expect(readEnds('2026-12-24 08:00', '2026-12-26 12:00')).toEqual({ ...day, windows: [[28_800, 43_200]], doubts })
    expect(read({ time_windows: '2026-12-24 10:00 - 2026-12-24 11:00' })).toMatchObject({
      stop: { time_windows: [[36_000, 39_600]] },
      past: { date: '2026-12-24' },
    })
    expect(read({ date: '2026-12-23', window_from: '2026-12-24 08:00' }).past.date).toBe('2026-12-23')
  })

  test('counts and codes of parcels in one column, whatever its heading calls it', () => {
    const parcelsOf = (cell: string) => read({ parcel_count: cell }).stop.packages?.map(({ identifier }) => identifier)
    expect(parcelsOf('2')).toEqual(['1/2', '2/2'])
    expect(parcelsOf('PK-88123')).toEqual(['PK-88123'])
    expect(parcelsOf('AB-12345, CD-67890')).toEqual(['AB-12345', 'CD-67890'])
    expect(parcelsOf('00340434161094042557')).toEqual(['00340434161094042557'])
    for (const cell of ['1,2,3', 'ca. 5', '10000'])
      expect(read({ parcel_count: cell }).faults).toEqual({ parcel_count: 'number' })
    expect(read({ parcel_count: '4,90123E+12' }).faults).toEqual({ parcel_count: 'damaged' })
  })

  test('windows in words, also in two columns', () => {
    expect(read({ time_windows: '8:00 – 12:00 / 13:30 – 17:00' }).stop.time_windows).toEqual([
      [28_800, 43_200],
      [48_600, 61_200],
    ])
    expect(read({ window_from: 'ab 9', window_to: 'bis 17 Uhr' }).stop.time_windows).toEqual([[32_400, 61_200]])
    expect(read({ time_windows: 'ganztags' })).toMatchObject({ stop: {}, faults: {} })
  })

  test('without its bad cells a row goes on, unless it makes no sense then', () => {
    const bad = read({ label: 'Anna', address: 'Städtle 1', weight: 'heavy', lat: '91', lng: '9', packages: 'P1, P1' })
    expect(bad.isEnough).toBe(true)
    expect(bad.stop).toEqual({
      label: 'Anna',
      location: { label: 'Städtle 1' },
      packages: [{ identifier: 'P1' }],
    })
    expect(read({ label: 'Anna', lat: '91', lng: '9' }).isEnough).toBe(false)
    expect(read({ label: 'Anna', external_id: 'x'.repeat(501) }).isEnough).toBe(false)
    expect(read({ type: 'pickup', packages: 'P1' }).stop).toEqual({ type: 'pickup' })
  })

  test('an amount to collect, in the currency of its cell, heading, column or project', () => {
    expect(read({ cash_on_delivery: '12,50 €' }).stop.cash_on_delivery).toEqual({ amount: '12.50', currency: 'EUR' })
    const columns = { targets: ['cash_on_delivery', 'currency'] as ColumnTarget[], names: ['COD', 'Currency'] }
    expect(readColumns(['12.5', 'chf'], columns).stop.cash_on_delivery).toEqual({ amount: '12.50', currency: 'CHF' })
    const bare = { targets: ['cash_on_delivery'] as ColumnTarget[], names: ['Nachnahme (EUR)'] }
    const forms = judgeColumns([['12,5']], bare.targets, bare.names)
    expect(readColumns(['12,5'], { ...bare, forms }).stop.cash_on_delivery).toEqual({
      amount: '12.50',
      currency: 'EUR',
    })
    const setting = { currency: 'JPY' }
    expect(readColumns(['900'], { ...bare, setting }).stop.cash_on_delivery).toEqual({ amount: '900', currency: 'JPY' })
    expect(read({ cash_on_delivery: '0' }).stop.cash_on_delivery).toBeUndefined()
    expect(read({ cash_on_delivery: '12.50' }).faults).toEqual({ cash_on_delivery: 'currency' })
    expect(read({ cash_on_delivery: 'yes', currency: 'CHF' }).faults).toEqual({ cash_on_delivery: 'money' })
    expect(readColumns(['5', 'shells'], columns).faults).toEqual(new Map([[0, 'currency']]))
  })

  test.each([
    'COD',
    'Cash on delivery',
    'Nachnahme',
    'Contre-remboursement',
    'Contra reembolso',
    'Pagamento na entrega',
    'COD Amount (CHF)',
  ])('the heading %s is an amount to collect, and no price', (heading) => {
    expect(guessColumns(['Order', heading, 'Total'])).toEqual(['external_id', 'cash_on_delivery', 'price'])
  })

  test('coordinates in one cell', () => {
    expect(read({ coordinates: '47.1, 9.5' }).stop.location).toEqual({ lat: 47.1, lng: 9.5 })
    expect(read({ coordinates: '47,1; 9,5' }).stop.location).toEqual({ lat: 47.1, lng: 9.5 })
  })

  test('the same external id in two rows is told of the later one', () => {
    const rows = ['a', 'b', 'a', ''].map((external_id) => read({ external_id }))
    expect([...collectDuplicates(rows as never)]).toEqual([[2, 0]])
  })
})

test.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ["1'234.5", 1234.5],
  ['12 kg', 12],
  ['€ 1 200,50', 1200.5],
  ['', undefined],
  ['a', undefined],
])('%s is the number %s', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})

test.each([
  ['ca. 12,5 kg', 12.5],
  ['1 200,50', 1200.5],
  ['CHF 12.-', undefined],
  ['10-12', undefined],
  ['20x30', undefined],
  ['1.5 m3', 1.5],
])('%s is the volume %s', (text, value) => {
  expect(readQuantity('volume', text)?.value).toBe(value)
})

test.each([
  ['weight', '500 g', 0.5],
  ['weight', '1,2 t', 1200],
  ['weight', '10 lbs', 4.5359237],
  ['weight', '20 kg netto', 20],
  ['volume', '250 l', 0.25],
  ['volume', '1,5 m³', 1.5],
  ['volume', '40 dm3', 0.04],
] as const)('a %s of %s is %s', (kind, text, value) => {
  expect(readQuantity(kind, text)?.value).toBe(value)
})

test.each([
  ['10', 600],
  ['10 min', 600],
  ["15'", 900],
  ['1:30', 5_400],
  ['1h30', 5_400],
  ['1 h 30 min', 5_400],
  ['½ h', 1_800],
  ['0,5 Std.', 1_800],
  ['90 s', 90],
  ['ca. 20 Minuten', 1_200],
  ['0:00:45', 45],
  ['24 h', 86_400],
])('a duration of %s is %s seconds', (text, seconds) => {
  expect(readDuration(text)).toEqual({ value: seconds })
})

test.each(['', 'long', '10 apples', '24 h 1 s'])('"%s" is no duration of at most a day', (text) => {
  expect(readDuration(text)).toBeUndefined()
})
