// The fleet as a table: written, brought back unchanged, and changed by a table whose mistakes name their cells.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'

const server = useTestServer()
let account: Account
let halls: { id: string }[]

const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
  server.call(method, path, { key: account.key, body, query: { project_id: account.project_id, ...query } })

interface Vehicle extends Record<string, unknown> {
  id: string
  label?: string
}

const fleet = async (): Promise<Vehicle[]> =>
  (await call('GET', '/v2/vehicles', undefined, { sort: 'created_at' })).body.docs
const bring = (rows: string[][]) => call('POST', '/app/v1/vehicles/table', { rows })

/** The exported table as a program reads it: these cells have no line breaks. */
async function exported(query: Record<string, string> = {}): Promise<string[][]> {
  const { text, status } = await call('GET', '/app/v1/export/vehicles', undefined, { separator: 'tab', ...query })
  expect(status, text).toBe(200)
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))
}

const north = { label: 'Im alten Riet 12, Schaan', lat: 47.1, lng: 9.5 }
const south = { label: 'Landstrasse 40, Triesen', lat: 47.2, lng: 9.52 }

const hour = 3_600
const mondaysLog = { date: '2026-03-02', driving_left_today: 9 * hour + 30, first_part_taken: true }

beforeEach(async () => {
  account = await server.createAccount()
  const depots = [
    { label: 'Hall North', location: north },
    { label: 'Hall South', location: south, external_id: 'S-1' },
    { label: 'Twin', location: north, external_id: 'T-1' },
    { label: 'twin ', location: south },
  ]
  halls = (await call('POST', '/app/v1/depots', depots)).body
  const vehicles = [
    {
      label: 'Van "7"',
      external_id: 'V-7',
      plate: 'FL 7',
      phone: '+423 555 07 07',
      email: 'v7@example.com',
      default_time_window: [28_800, 61_230],
      default_working_days: ['monday', 'saturday'],
      color: '#3366ff',
      default_start_depot_id: halls[0]!.id,
      default_end_depot_id: halls[3]!.id,
      comments: "'quoted",
      default_max_weight: 1_234.5,
      default_max_volume: 8.25,
      default_max_services: 40,
      default_max_time: 30_030,
      default_max_distance: 120_500,
      default_provides: ['fridge', 'two people'],
      brand: '=Ford',
      enabled: false,
    },
    { label: 'Wanderer', default_start_location: { label: 'Städtle 1, Vaduz', lat: 47.14, lng: 9.52, city: 'Vaduz' } },
    {
      default_start_depot_id: halls[2]!.id,
      default_driving_rules: { law: 'eu' },
      default_driving_log: { ...mondaysLog, work_today: 600 },
    },
  ]
  await call('POST', '/v2/vehicles', vehicles)
})

describe('a table that was exported', () => {
  test.each(['en', 'de', 'fr', 'es', 'pt'])('comes back unchanged (%s)', async (language) => {
    const before = await fleet()
    const rows = await exported({ language })
    expect(rows).toHaveLength(4)
    expect((await bring(rows)).body).toEqual({ created: 0, changed: 0, unchanged: 3 })
    expect(await fleet()).toEqual(before)
  })

  test('makes the same fleet elsewhere, where depots of these names are', async () => {
    const [titles, ...rows] = await exported()
    const before = await fleet()
    const other = await server.createAccount()
    account = other
    const depots = [
      { label: 'HALL north', location: north },
      { label: 'No name', location: north, external_id: 'T-1' },
    ]
    const made = (await call('POST', '/app/v1/depots', depots)).body
    const withoutIds = [titles!, ...rows].map((row) => row.slice(1))
    // The second of the twins was written by its id, which means nothing elsewhere.
    const refused = await bring(withoutIds)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain(`Line 2, End depot: "${halls[3]!.id}" is not a depot of this project`)
    const at = titles!.indexOf('End depot') - 1
    const mended = withoutIds.map((row, index) => (index === 1 ? row.with(at, '') : row))
    expect((await bring(mended)).body).toEqual({ created: 3, changed: 0, unchanged: 0 })
    const after = await fleet()
    const same = [
      'label',
      'external_id',
      'plate',
      'phone',
      'enabled',
      'default_provides',
      'default_working_days',
      'brand',
    ]
    for (const [index, vehicle] of before.entries()) {
      for (const field of same) expect(after[index]![field], field).toEqual(vehicle[field])
    }
    expect(after[0]).toMatchObject({ default_start_depot_id: made[0].id, default_start_location: north })
    expect(after[2]).toMatchObject({ default_start_depot_id: made[1].id, default_start_location: north })
    expect(after[2]).not.toHaveProperty('default_max_weight')
  })

  test('names depots by what finds them again: the name, where two share it the external id, else the id', async () => {
    const [titles, ...rows] = await exported()
    const column = (title: string) => rows.map((row) => row[titles!.indexOf(title)])
    expect(column('Start depot')).toEqual(['Hall North', '', 'T-1'])
    expect(column('End depot')).toEqual([halls[3]!.id, '', ''])
    expect(column('Start address')).toEqual([north.label, 'Städtle 1, Vaduz', north.label])
  })

  test('is a workbook where that is asked for, and stands in the audit log', async () => {
    const answer = await call('GET', '/app/v1/export/vehicles', undefined, { format: 'xlsx' })
    expect(answer.headers['content-disposition']).toContain('filename="Fleet.xlsx"')
    const cookie = await server.signIn(account.user_id)
    const log = await server.call('GET', '/app/v1/audit', { headers: { cookie } })
    expect(log.text).toContain('"vehicles"')
  })
})

describe('a table that was changed', () => {
  test('changes what is new in it, clears what is empty, and leaves columns alone that are not there', async () => {
    const [first, second] = await fleet()
    const answer = await bring([
      ['external_id', 'Start depot', 'Zieldepot', 'Zuladung (kg)', 'Arbeitstage', 'Farbe', 'My own notes'],
      ['V-7', ' hall south ', '', '1234,5', 'Mo, Dienstag; sun', '', 'not ours'],
      ['V-8', 'S-1', halls[0]!.id, '', '', '', ''],
    ])
    expect(answer.body, answer.text).toEqual({ created: 1, changed: 1, unchanged: 0 })
    const after = await fleet()
    expect(after).toHaveLength(4)
    expect(after[0]).toMatchObject({
      id: first!.id,
      plate: 'FL 7',
      default_max_weight: 1_234.5,
      default_max_time: 30_030,
      default_start_depot_id: halls[1]!.id,
      default_start_location: south,
      default_working_days: ['monday', 'tuesday', 'sunday'],
    })
    expect(after[0]).not.toHaveProperty('default_end_depot_id')
    expect(after[0]).not.toHaveProperty('color')
    expect(after[1]).toEqual(second)
    expect(after[3]).toMatchObject({ external_id: 'V-8', default_start_location: south, default_end_location: north })
  })

  test('is found below a title, its numbers are read by their column, and sums are no vehicles', async () => {
    const answer = await bring([
      ['Unsere Flotte', '', ''],
      [],
      ['external_id', 'Zuladung (kg)'],
      ['V-7', '1.250'],
      ['V-9', '2.400,5'],
      ['Summe', '3.650,5'],
    ])
    expect(answer.body, answer.text).toEqual({ created: 1, changed: 1, unchanged: 0 })
    const weights = (await fleet()).map(({ default_max_weight }) => default_max_weight)
    expect([weights[0], weights.at(-1)]).toEqual([1250, 2400.5])
    // No sign of a latitude parts thousands.
    const placed = await bring([
      ['external_id', 'Breitengrad (Start)', 'Längengrad (Start)'],
      ['V-9', '47,139', '9,521'],
    ])
    expect(placed.body, placed.text).toEqual({ created: 0, changed: 1, unchanged: 0 })
    expect((await fleet()).at(-1)).toMatchObject({ default_start_location: { lat: 47.139, lng: 9.521 } })
    const wrong = await bring([['Unsere Flotte'], [], ['external_id', 'Zuladung (kg)'], ['V-7', 'viel']])
    expect(wrong.body.message).toContain('Line 4, Zuladung (kg)')
  })

  test('tells new numbers that can be read in two ways, and how they were read', async () => {
    const table = [
      ['external_id', 'Zuladung (kg)'],
      ['V-7', '1.250'],
    ]
    const bringIn = (language: string) => call('POST', '/app/v1/vehicles/table', { rows: table }, { language })
    const german = await bringIn('de')
    expect(german.body, german.text).toEqual({
      created: 0,
      changed: 1,
      unchanged: 0,
      doubts: [
        'Zeile 2, Zuladung (kg): „1.250“ ist als 1250 gelesen; das Zeichen darin könnte Tausender oder Dezimalstellen trennen',
      ],
    })
    // The record says it already.
    expect((await bringIn('de')).body).toEqual({ created: 0, changed: 0, unchanged: 1 })
    expect((await bringIn('en')).body.doubts).toEqual([
      'Line 2, Zuladung (kg): "1.250" is read as 1.25; the sign in it may part thousands or decimals',
    ])
    table.push(['V-9', '2.400,5'])
    expect((await bringIn('en')).body).toEqual({ created: 1, changed: 1, unchanged: 0 })
  })

  test('moves a start: the place wins, and the depot is no longer named', async () => {
    const answer = await bring([
      ['Number plate', 'Start address', 'Start latitude', 'Start longitude', 'Working hours', 'In use'],
      ['FL 7', 'Anderswo', '47,3', '9.6', '6:00 – 25:30', 'ja'],
    ])
    expect(answer.body, answer.text).toEqual({ created: 0, changed: 1, unchanged: 0 })
    const [first] = await fleet()
    expect(first).toMatchObject({
      default_start_location: { label: 'Anderswo', lat: 47.3, lng: 9.6 },
      default_time_window: [21_600, 91_800],
      enabled: true,
    })
    expect(first).not.toHaveProperty('default_start_depot_id')
  })

  test('tells the law and what the tachograph leaves; a log of another day keeps only what the table says', async () => {
    const answer = await bring([
      ['Plate', 'Lenk- und Arbeitszeiten', 'Own rule: break after (h:mm)', 'Own rule: break (min)'],
      ['FL 7', 'eigene regel', '2:30', '20'],
    ])
    expect(answer.body, answer.text).toEqual({ created: 0, changed: 1, unchanged: 0 })
    const plain = { law: 'plain', after: 2.5 * hour, duration: 1_200 }
    expect((await fleet())[0]).toMatchObject({ default_driving_rules: plain })
    const titles = ['ID', 'Law on driving hours', 'Log: on the day', 'Log: driving left today (h:mm)']
    const weekly = 'Log: driving left this week (h:mm)'
    const third = (await fleet())[2]!.id
    await bring([
      [...titles, weekly],
      [third, 'EU', '2026-03-03', '9:01', '47:00'],
    ])
    expect((await fleet())[2]).toMatchObject({
      default_driving_rules: { law: 'eu' },
      default_driving_log: {
        date: '2026-03-03',
        driving_left_today: 9 * hour + 30,
        first_part_taken: true,
        driving_left_week: 47 * hour,
      },
    })
    expect((await fleet())[2]!.default_driving_log).not.toHaveProperty('work_today')
    await bring([titles, [third, '', '', '']])
    expect((await fleet())[2]).not.toHaveProperty('default_driving_rules')
    const refused = await bring([titles, [third, 'France', '3 March', 'nine hours']])
    for (const text of ['"France" is not a known law', '"nine hours" is not a duration such as 4:30'])
      expect(refused.body.message).toContain(text)
    const dated = await bring([titles, [third, 'US', '3 March', '9:00']])
    expect(dated.body.message).toContain('Line 2, Log: on the day: "3 March" is not possible')
  })

  test('tells the battery in kWh and per cent; an empty cell takes one part, all of them take the battery away', async () => {
    const titles = [
      'Plate',
      'Akku (kWh)',
      'Battery: reserve (%)',
      'Battery: use (kWh/100 km)',
      'Battery: temperature (°C)',
    ]
    await bring([titles, ['FL 7', '75,5', '20', '21.5', '-5']])
    const battery = { capacity: 75_500, reserve: 0.2, consumption: 215, temperature: -5 }
    expect((await fleet())[0]).toMatchObject({ default_battery: battery })
    const again = await bring([titles, ['FL 7', '75.5', '20', '21.5', '-5']])
    expect(again.body, again.text).toEqual({ created: 0, changed: 0, unchanged: 1 })
    await bring([titles, ['FL 7', '75.5', '20', '', '-5']])
    expect((await fleet())[0]!.default_battery).toEqual({ capacity: 75_500, reserve: 0.2, temperature: -5 })
    await bring([titles, ['FL 7', '', '', '', '']])
    expect((await fleet())[0]).not.toHaveProperty('default_battery')
    const refused = await bring([titles, ['FL 7', '75', '120', '', '']])
    expect(refused.body.message).toContain('Line 2, Battery: reserve (%)')
  })

  test('is done as a whole or not at all, and each mistake names its line and column', async () => {
    const before = await fleet()
    const { status, body } = await bring([
      ['External ID', 'Name', 'Start depot', 'End depot', 'E-mail', 'Working hours', 'Max. stops', 'Working days'],
      ['V-7', 'Changed', '', '', '', '', '', ''],
      ['', '', 'Hall Nord', 'TWIN', '', '', '', ''],
      ['V-9', '', '', '', '', '17:00-8:00', '', ''],
      ['V-10', '', '', '', '', 'mornings', '-3', 'Monday, Someday'],
      ['V-7', 'again', '', '', '', '', '', ''],
    ])
    expect([status, body.message_id]).toEqual([400, 'highway.validation.error.invalid_payload'])
    expect(body.message).toContain(
      'Line 3, Start depot: "Hall Nord" is not a depot of this project; depots: Hall North, Hall South, T-1, ',
    )
    expect(body.message).toContain('Line 3, End depot: "TWIN" is the name of 2 depots; write its external ID or ID')
    expect(body.message).toContain('Line 4, Working hours: ')
    expect(body.message).toContain('Line 5, Working hours: "mornings" is not a span of hours')
    expect(body.message).toContain('Line 5, Max. stops: "-3" is not a number of 0 or more')
    expect(body.message).toContain('Line 5, Working days: "someday" is not a day of the week')
    expect(body.message).toContain('Line 6: the same vehicle is in line 2')
    expect(await fleet()).toEqual(before)
  })

  test.each([
    [[['Colour of the roof'], ['red']], 'Line 1: no column title is recognized'],
    [
      [
        ['Plate', 'plate'],
        ['FL 7', 'FL 7'],
      ],
      'Line 1: there are two columns named plate',
    ],
    [[['ID'], ['65a1b2c3d4e5f60718293a4b']], 'Line 2, ID: "65a1b2c3d4e5f60718293a4b" is not a vehicle of this project'],
  ])('%j is refused', async (rows, message) => {
    const answer = await bring(rows)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
  })

  test('needs somebody who may change the fleet', async () => {
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    const cookie = await server.signIn(user_id)
    const query = { project_id: account.project_id }
    const body = { rows: [['Name'], ['Van']] }
    const send = () => server.call('POST', '/app/v1/vehicles/table', { headers: { cookie }, query, body })
    const direct = await server.call('POST', '/v2/vehicle', { headers: { cookie }, query, body: {} })
    expect((await send()).status).toBe(direct.status)
  })
})
