// Nobody is led to another site by what an address says.
import { expect, test } from 'vitest'
import { getPage } from './page-of.ts'

test('pages of the planner are opened, and nothing else is', () => {
  expect(getPage('/planner/plans?day=2026-03-02')).toBe('/plans?day=2026-03-02')
  expect(getPage('/plans')).toBe('/plans')
  expect(getPage('/planner')).toBe('/')
  for (const to of [
    undefined,
    '',
    'plans',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
  ]) {
    expect(getPage(to)).toBe('/')
  }
})

test('what is left of an address is no other site either', () => {
  expect(getPage('/planner//evil.example')).toBe('/')
})
