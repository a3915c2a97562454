// Which rows the shared statements affect, and which conditions they refuse.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../test/harness.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { systemCaller, transactAs } from '../frame/platform/services.ts'
import { countRecords, listRecords, removeRows, setColumns, updateRecord, writeEach } from './record-statements.ts'
import { userSessionTable, userTable } from './user-tables.ts'
import { vehicleTable } from './vehicle-table.ts'

const server = useTestServer()
let own: Account
let stranger: Account
const inOwn = <T>(work: (scope: Scope) => Promise<T>) =>
  transactAs(server.services, systemCaller(own.organization_id), work)

beforeEach(async () => {
  own = await server.createAccount()
  stranger = await server.createAccount()
})

test('rows of another organization are neither found, nor counted, nor changed, nor removed', async () => {
  const foreign = { id: stranger.user_id }
  expect(await inOwn((scope) => listRecords(scope, userTable, foreign))).toEqual([])
  expect(await inOwn((scope) => countRecords(scope, userTable, foreign))).toBe(0)
  expect(await inOwn((scope) => setColumns(scope, userTable, foreign, { name: 'Planted' }))).toBe(0)
  expect(await inOwn((scope) => removeRows(scope, userTable, foreign))).toBe(0)
  await expect(inOwn((scope) => updateRecord(scope, userTable, foreign.id, { name: 'Planted' }))).rejects.toThrow(
    'no row',
  )
  expect(await inOwn((scope) => countRecords(scope, userTable, { id: own.user_id }))).toBe(1)
})

test('a column that is asked for undefined, and a table that is asked for any row, are refused', async () => {
  await expect(inOwn((scope) => removeRows(scope, userTable, { id: undefined }))).rejects.toThrow('asked for nothing')
  await expect(inOwn((scope) => removeRows(scope, userSessionTable, []))).rejects.toThrow('Any row')
})

test('a column that is to hold one of no values fits no row, and null only rows without a value', async () => {
  const create = (label?: string) =>
    server.call('POST', '/v3/vehicles', {
      key: own.key,
      query: { project_id: own.project_id },
      body: [{ ...(label && { label }) }],
    })
  await create('Van')
  await create()
  expect(await inOwn((scope) => listRecords(scope, vehicleTable, { label: [] }))).toEqual([])
  expect(await inOwn((scope) => countRecords(scope, vehicleTable, { label: null, deleted: false }))).toBe(1)
  expect(await inOwn((scope) => countRecords(scope, vehicleTable, { label: ['Van', 'Car'], enabled: true }))).toBe(1)
})

test('rows that hold what is written to them already keep their updated_at', async () => {
  const answer = await server.call('POST', '/v3/vehicles', {
    key: own.key,
    query: { project_id: own.project_id },
    body: [{ label: 'One' }, { label: 'Two' }],
  })
  const [one, two] = answer.body as { id: string; updated_at: string }[]
  const rows = [one!, two!].map(({ id }) => ({ id, label: 'Two', default_provides: ['cold'] }))
  await inOwn((scope) => setColumns(scope, vehicleTable, { id: two!.id }, { default_provides: ['cold'] }))
  await inOwn((scope) => writeEach(scope, vehicleTable, rows))
  const after = await inOwn((scope) => listRecords(scope, vehicleTable, { id: [one!.id, two!.id] }))
  const moved = after.filter(({ id, updated_at }) => {
    const before = [one!, two!].find((vehicle) => vehicle.id === id)!
    return updated_at.toISOString() !== before.updated_at
  })
  expect(moved.map(({ id }) => id)).toEqual([one!.id])
  expect(after.map(({ label, default_provides }) => [label, default_provides])).toEqual([
    ['Two', ['cold']],
    ['Two', ['cold']],
  ])
})
