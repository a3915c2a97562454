// Rows of an import, as people write them.
import { describe, expect, test } from 'vitest'
import { guessColumns, looksLikeHeader } from './import-fields.ts'
import { duplicatesOf, parseNumber, readRow } from './rows.ts'

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
  ])('in %s', (_, names) => {
    const fields = ['external_id', 'label', 'address', 'postal_code', 'city', 'time_windows', 'phone', 'weight']
    expect(guessColumns(names, {})).toEqual(fields)
    expect(looksLikeHeader(names)).toBe(true)
  })

  test('by what was chosen for them before, and no field twice', () => {
    expect(guessColumns(['Bla', 'Name', 'Customer name'], { bla: 'comments' })).toEqual(['comments', 'label', 'ignore'])
    expect(looksLikeHeader(['Anna', '47.1', '9.5'])).toBe(false)
  })
})

describe('a row becomes a stop', () => {
  test('with everything that it says', () => {
    const { stop, address, faults, hasCoordinates } = read({
      ...{
        external_id: 'A-1',
        label: "'=Anna",
        street: 'Städtle',
        house_number: '1',
        postal_code: '9490',
        city: 'Vaduz',
      },
      ...{ lat: '47,139', lng: '9,52', time_windows: '8-12', duration: '10', weight: '1.234,5 kg', type: 'Lieferung' },
      ...{ requires: 'lift; cold', packages: 'P1, P2', phone: "'+423 1234567", custom: 'blue' },
    })
    expect(faults).toEqual({})
    expect([address, hasCoordinates]).toEqual(['Städtle 1, 9490 Vaduz', true])
    expect(stop).toEqual({
      ...{ external_id: 'A-1', label: '=Anna', type: 'delivery', phone: '+423 1234567' },
      ...{ time_windows: [[28_800, 43_200]], duration: 600, weight: 1234.5, requires: ['lift', 'cold'] },
      packages: [{ identifier: 'P1' }, { identifier: 'P2' }],
      custom_fields: { custom: 'blue' },
      location: {
        ...{ street: 'Städtle 1', postal_code: '9490', city: 'Vaduz', label: 'Städtle 1, 9490 Vaduz' },
        ...{ lat: 47.139, lng: 9.52 },
      },
    })
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
    [{ time_windows: 'in the morning' }, { time_windows: 'windows' }],
    [{ weight: 'heavy' }, { weight: 'number' }],
    [{ weight: '-3' }, { weight: 'number' }],
    [{ lat: '91', lng: '9' }, { lat: 'latitude' }],
    [{ lat: '47', lng: '' }, { lng: 'both_coordinates' }],
    [{ coordinates: 'here' }, { coordinates: 'coordinates' }],
    [{ email: 'anna@' }, { email: 'email' }],
    [{ phone: 'none' }, { phone: 'phone' }],
    [{ duration: 'long' }, { duration: 'duration' }],
    [{ type: 'gift' }, { type: 'type' }],
    [{ packages: 'P1, P1' }, { packages: 'duplicate_parcel' }],
    [{ type: 'pickup', packages: 'P1' }, { packages: 'pickup_parcels' }],
    [{ window_from: '25:99' }, { window_from: 'time' }],
  ])('%j names the cell that is wrong', (row, faults) => {
    expect(read(row as Record<string, string>).faults).toEqual(faults)
  })

  test('coordinates in one cell', () => {
    expect(read({ coordinates: '47.1, 9.5' }).stop.location).toEqual({ lat: 47.1, lng: 9.5 })
    expect(read({ coordinates: '47,1; 9,5' }).stop.location).toEqual({ lat: 47.1, lng: 9.5 })
  })

  test('the same external id in two rows is told of the later one', () => {
    const rows = ['a', 'b', 'a', ''].map((external_id) => read({ external_id }))
    expect([...duplicatesOf(rows as never)]).toEqual([[2, 0]])
  })
})

test.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ["1'234.5", 1234.5],
  ['12 kg', 12],
  ['', undefined],
  ['a', undefined],
])('%s is the number %s', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})
