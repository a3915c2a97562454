// Nobody is led to another site by what an address says.
import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

test('pages of the planner are opened, and nothing else is', () => {
  expect(pageOf('/planner/plans?day=2026-03-02')).toBe('/plans?day=2026-03-02')
  expect(pageOf('/plans')).toBe('/plans')
  expect(pageOf('/planner')).toBe('/')
  for (const to of [
    undefined,
    '',
    'plans',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
  ]) {
    expect(pageOf(to)).toBe('/')
  }
})

test('what is left of an address is no other site either', () => {
  expect(pageOf('/planner//evil.example')).toBe('/')
})
