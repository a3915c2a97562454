import { expect, test } from 'vitest'
import { listCallerBreaches, listForgottenSenders } from './one-caller.ts'
import { readRepository } from './source-files.ts'

const repository = readRepository()

test('no application writes an address of ours, and one file sends requests', () => {
  expect(listCallerBreaches(repository)).toEqual([])
})

test('every exception is in use', () => {
  expect(listForgottenSenders(repository)).toEqual([])
})

test.each([
  ["const plans = await call('GET /v2/plans')", 'writes an address'],
  ["const page = '/v2/plans'", 'writes an address'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of a program
  ['const page = `/app/v1/plan/${id}/live`', 'writes an address'],
  ["navigate('/d/sw.js')", 'writes an address'],
  ["const base = '/track/v1/'", 'writes an address'],
  ['const style = "/map/style.json"', 'writes an address'],
  ["const pictures = '/i/'", 'writes an address'],
  ['const answer = await fetch(address)', 'sends a request'],
  ['const answer = await window.fetch(address)', 'sends a request'],
  ['const answer = await (given ?? fetch)(address)', 'sends a request'],
  ['const stream = new EventSource(address)', 'sends a request'],
  ['navigator.sendBeacon(address, body)', 'sends a request'],
])('%s', (line, why) => {
  for (const path of ['apps/planner/src/plan/a.ts', 'apps/driver/src/route/a.tsx', 'packages/ui/src/a.ts']) {
    expect(listCallerBreaches([{ path, text: `// A sentence.\n${line}\n` }])).toEqual([expect.stringContaining(why)])
  }
})

test.each([
  ['apps/planner/src/plan/a.ts', "to: '/plans'"],
  ['apps/planner/src/plan/a.ts', 'void refetch()'],
  ['apps/planner/src/plan/a.ts', "// As '/v2/plans' answers it."],
  ['apps/server/src/geography/maps/a.ts', "const path = '/map/tiles.pmtiles'"],
  ['packages/client/src/exchange.ts', 'await fetch(address)'],
])('%s may: %s', (path, line) => {
  expect(listCallerBreaches([{ path, text: line }])).toEqual([])
})
