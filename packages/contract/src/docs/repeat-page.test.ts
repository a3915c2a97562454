// docs/repeat-safely.md lists every public operation, and no other, with whether it may be sent again.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '../all-endpoints.ts'

const page = readFileSync(new URL('../../../../docs/repeat-safely.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| '))

test('every public operation has its row', () => {
  const told = rows.map((row) => row.split('|')[1]!).join(' ')
  const missing = endpoints.filter(
    ({ visibility, operationId }) => visibility === 'public' && !told.includes(`\`${operationId}\``),
  )
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
})

test('what only reads stands where it is told so', () => {
  const reading = rows.filter((row) => row.includes('only read')).join(' ')
  for (const { visibility, method, operationId, readsOnly } of endpoints as readonly {
    visibility: string
    method: string
    operationId: string
    readsOnly?: true
  }[]) {
    if (visibility !== 'public') continue
    expect(reading.includes(`\`${operationId}\``), operationId).toBe(method === 'GET' || readsOnly === true)
  }
})
