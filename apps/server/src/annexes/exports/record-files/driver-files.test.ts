// The drivers as a table: written, brought back unchanged, and changed by a table whose mistakes name their cells.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'

const server = useTestServer()
let account: Account
let vans: { id: string }[]

const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
  server.call(method, path, { key: account.key, body, query: { project_id: account.project_id, ...query } })

interface Driver extends Record<string, unknown> {
  id: string
}

const drivers = async (): Promise<Driver[]> =>
  (await call('GET', '/app/v1/drivers', undefined, { sort: 'created_at', archived: 'true' })).body.docs
const bring = (rows: string[][]) => call('POST', '/app/v1/drivers/table', { rows })

/** The exported table as a program reads it: these cells have no line breaks. */
async function exported(query: Record<string, string> = {}): Promise<string[][]> {
  const { text, status } = await call('GET', '/app/v1/export/drivers', undefined, { separator: 'tab', ...query })
  expect(status, text).toBe(200)
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))
}

const early: [number, number] = [25_200, 54_000]
const ana = {
  label: 'Ana Ribeiro',
  external_id: 'D-1',
  phone: '+351 912 345 678',
  email: 'ana@example.test',
  reached_by: 'sms',
  languages: ['pt', 'en'],
  provides: ['fridge'],
  licence_classes: ['B', 'C1'],
  shifts: [
    { weekday: 'monday', time_window: early },
    { weekday: 'saturday', time_window: [28_800, 43_200] },
    { weekday: 'tuesday', time_window: early },
  ],
  absences: [{ from: '2026-03-09', to: '2026-03-13', reason: 'illness' }],
  home: { lat: 41.15, lng: -8.61, label: 'Rua das Flores 1, Porto' },
  driving_rules: { law: 'eu' },
  cost_per_hour: 21.5,
  comments: '=left knee',
}

beforeEach(async () => {
  account = await server.createAccount()
  vans = (
    await call('POST', '/v2/vehicles', [
      { label: 'Van 1', plate: 'FL 1' },
      { label: 'Van', plate: 'FL 2' },
      { label: 'van ', external_id: 'V-3' },
    ])
  ).body
  const answer = await call('POST', '/app/v1/drivers', [
    { ...ana, usual_vehicle_id: vans[0]!.id },
    { label: 'Bento', usual_vehicle_id: vans[2]!.id },
    { label: 'Carla', archived: true },
  ])
  expect(answer.status, answer.text).toBe(201)
})

test.each(['en', 'de', 'fr', 'es', 'pt'])('an exported table comes back unchanged (%s)', async (language) => {
  const before = await drivers()
  const rows = await exported({ language })
  expect(rows).toHaveLength(4)
  const answer = await bring(rows)
  expect(answer.body, answer.text).toEqual({ created: 0, changed: 0, unchanged: 3 })
  expect(await drivers()).toEqual(before)
})

test('makes the same drivers elsewhere, but for absences, which are nobody else’s business', async () => {
  const rows = await exported()
  expect(rows.flat().join(' ')).not.toMatch(/2026-03-09|illness/)
  const fleet = [{ plate: 'FL 1' }, { external_id: 'V-3' }]
  account = await server.createAccount()
  const other = (await call('POST', '/v2/vehicles', fleet)).body
  const answer = await bring(rows.map((row) => row.slice(1)))
  expect(answer.body, answer.text).toEqual({ created: 3, changed: 0, unchanged: 0 })
  const { absences: _, shifts, ...same } = ana
  const [first, second, third] = await drivers()
  expect(first).toMatchObject({ ...same, absences: [], usual_vehicle_id: other[0].id })
  // Days of the same hours stand together.
  expect(first!.shifts).toEqual([shifts[0], shifts[2], shifts[1]])
  expect(second).toMatchObject({ label: 'Bento', usual_vehicle_id: other[1].id })
  expect(third).toMatchObject({ label: 'Carla', archived: true })
})

test('changes what is new, clears what is empty, finds people by their e-mail, and makes who is new', async () => {
  const [first] = await drivers()
  const answer = await bring([
    ['E-Mail des Fahrers', 'Name', 'Arbeitszeit', 'Übliches Fahrzeug', 'Links kommen per', 'Skills', 'Shoe size'],
    ['ana@example.test', 'Ana Ribeiro', 'Mo, Dienstag 7:00 – 15:30; Sa 08.00-12.00', 'fl 2', 'E-Mail', '', '38'],
    ['dora@example.test', 'Dora', '', 'van 1', '', 'crane; crane, hoist', ''],
  ])
  expect(answer.body, answer.text).toEqual({ created: 1, changed: 1, unchanged: 0 })
  const after = await drivers()
  expect(after).toHaveLength(4)
  const late = [25_200, 55_800]
  expect(after[0]).toMatchObject({
    id: first!.id,
    phone: ana.phone,
    absences: ana.absences,
    provides: [],
    reached_by: 'email',
    usual_vehicle_id: vans[1]!.id,
    shifts: [
      { weekday: 'monday', time_window: late },
      { weekday: 'tuesday', time_window: late },
      { weekday: 'saturday', time_window: [28_800, 43_200] },
    ],
  })
  expect(after[3]).toMatchObject({ label: 'Dora', usual_vehicle_id: vans[0]!.id, provides: ['crane', 'hoist'] })
})

test('is done as a whole or not at all, and each mistake names its line and column', async () => {
  const before = await drivers()
  const { status, body } = await bring([
    ['External ID', 'Name', 'Usual vehicle', 'Working hours', 'Send links by', 'Cost per hour'],
    ['D-1', 'Changed', '', '', '', ''],
    ['D-7', 'Emil', 'Van', 'mornings', 'pigeon', '-3'],
    ['D-8', '', 'FL 9', 'Mon 7:00-9:00; Monday 10:00-12:00', '', ''],
    ['D-9', 'Fritz', '', 'Mon 17:00-8:00', '', ''],
    ['D-1', 'again', '', '', '', ''],
  ])
  expect([status, body.message_id]).toEqual([400, 'highway.validation.error.invalid_payload'])
  for (const part of [
    'Line 3, Usual vehicle: "Van" names 2 vehicles; write the number plate, the external ID or the ID',
    'Line 3, Working hours: "mornings" is not a list of days with hours such as',
    'Line 3, Send links by: "pigeon" is neither e-mail nor SMS',
    'Line 3, Cost per hour: "-3" is not a number of 0 or more',
    'Line 4, Usual vehicle: "FL 9" is not a vehicle of this project; vehicles: FL 1, FL 2, V-3',
    'Line 4, Working hours: "Mon 7:00-9:00; Monday 10:00-12:00" names a day of the week twice',
    'Line 4: a driver needs a name',
    'Line 5, Working hours: "Mon 17:00-8:00" is not possible: ',
    'Line 6: the same driver is in line 2',
  ])
    expect(body.message).toContain(part)
  expect(await drivers()).toEqual(before)
})

test('taking it away stands in the audit log; bringing it needs somebody who may change drivers', async () => {
  await exported()
  const cookie = await server.signIn(account.user_id)
  const log = await server.call('GET', '/app/v1/audit', { headers: { cookie } })
  expect(log.body.docs).toContainEqual(expect.objectContaining({ action: 'exported', resource_type: 'drivers' }))
  const planner = await server.createUser(account, 'organization_user', [account.project_id])
  const send = (rows: string[][]) =>
    server.call('POST', '/app/v1/drivers/table', {
      key: planner.key,
      query: { project_id: account.project_id },
      body: { rows },
    })
  expect((await send([['Name'], ['Gil']])).status).toBe(403)
})
