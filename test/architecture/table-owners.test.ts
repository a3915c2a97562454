// Every table has one owner; and a planted breach of each rule is refused.

import { describe, expect, test } from 'vitest'
import { readRepository } from './source-files.ts'
import { listOwnerBreaches } from './table-owners.ts'

test('every table is written by its one owner in data/, and a status by the lifecycle alone', () => {
  expect(listOwnerBreaches(readRepository())).toEqual([])
})

const server = 'apps/server/src/'
const stopTable: [string, string] = ['data/stop-table.ts', "export const stopTable = table('stops', {})"]
const listBreaches = (...planted: [path: string, text: string][]) =>
  listOwnerBreaches([stopTable, ...planted].map(([path, text]) => ({ path: server + path, text })))

describe('a planted breach is refused', () => {
  test.each([
    [
      'planning/stops/stops.ts',
      "tx.updateTable('stops').set({ label }).where('id', '=', id)",
      'writes stops: statements that write',
    ],
    ['planning/stops/stops.sql.ts', "tx.insertInto('stops').values(row)", 'writes stops: statements that write'],
    ['planning/plans/plans.ts', "tx\n  .deleteFrom('plans')\n  .execute()", 'writes plans'],
    ['planning/plans/plans.ts', "tx.mergeInto('plans')", 'writes plans'],
    ['field/driver/driver.ts', 'sql`update routes set label = null`', 'writes routes'],
    ['field/driver/driver.ts', 'sql`insert\n into positions (id) values (1)`', 'writes positions'],
    ['field/driver/driver.ts', 'sql`delete from positions`', 'writes positions'],
    ['data/stops.sql.ts', 'tx.updateTable(name).set({})', 'does not name'],
    ['data/stops.sql.ts', "tx.updateTable('stops').set({ status, label }).where('id', '=', id)", 'status of stops'],
    [
      'data/stops.sql.ts',
      "tx.updateTable('stops')\n.set((eb) => ({\n  status: 'x',\n}))\n.where('id', '=', id)",
      'status of stops',
    ],
    ['data/stops.sql.ts', "setColumns(scope, stopTable, { id }, { label, status: 'x' })", 'status of stops'],
    ['data/stops.sql.ts', 'updateRecord(scope, stopTable, id, { status })', 'status of stops'],
    ['data/plans.sql.ts', "sql`update plans set label = 'a', status = 'x' where id = 1`", 'status of plans'],
    ['planning/plans/plans.ts', "tx.selectFrom('plans').selectAll()", 'reads tables'],
    ['planning/plans/plans.ts', "import { writePlanStatus } from '../../data/statuses.sql.ts'", 'only the lifecycle'],
  ])('%s: %s', (path, text, why) => {
    expect(listBreaches([path, text])).toEqual([expect.stringContaining(why)])
  })

  test('a second owner, also one that hands the table to a mechanism', () => {
    const own: [string, string] = ['data/stops.sql.ts', "tx.deleteFrom('stops')"]
    expect(listBreaches(own, ['data/plans.sql.ts', "tx.deleteFrom('stops')"])).toEqual([
      expect.stringContaining('a table has one owner'),
    ])
    const handedOver = [
      'insertRows(scope.tx, stopTable, rows)',
      'insertRecord(scope, stopTable, row)',
      'updateRecord(scope, stopTable, id, changes)',
      'changeRecords(scope, stopTable, { id }, changes)',
      'setColumns(scope, stopTable, { id }, changes)',
      'deleteRecords(scope, stopTable, { id })',
      'removeRows(scope, stopTable, { id })',
      'projectRecords(stopTable, [])',
    ]
    for (const statement of handedOver) {
      expect(listBreaches(own, ['data/plans.sql.ts', statement])).toEqual([
        expect.stringContaining('a table has one owner'),
      ])
    }
  })
})

test('what owners, the lifecycle and reports across tables do is let through', () => {
  expect(
    listBreaches(
      ['data/stops.sql.ts', "tx.updateTable('stops').set({ label }).where('status', '=', 'pending')"],
      ['data/stops.sql.ts', "changeRecords(scope, stopTable, { id, status: 'pending' }, { label })"],
      ['data/statuses.sql.ts', "tx.updateTable('stops').set({ status }).where('id', '=', id)"],
      ['data/messages.sql.ts', "tx.updateTable('messages').set({ status: 'sent' }).where('id', '=', id)"],
      ['planning/lifecycle/lifecycle.ts', "import { writeStopStatus } from '../../data/statuses.sql.ts'"],
      ['analytics/analytics.sql.ts', "tx.selectFrom('stops').innerJoin('plans', 'plans.id', 'stops.plan_id')"],
    ),
  ).toEqual([])
})
