import { expect, test } from 'vitest'
import { data } from '../../test/sample-plan.ts'
import { listRows } from './list-rows.ts'

test('a filter keeps the routes that have a match, and the inbox', () => {
  const rows = listRows(data, new Set(['A']), 'customer s3')
  expect(rows.map(({ id }) => id)).toEqual(['inbox', 'A', 's3'])
  expect(listRows(data, new Set(['A']), '').map(({ id }) => id)).toEqual(['inbox', 's2', 's10', 'A', 'B', 'hint-B'])
})
