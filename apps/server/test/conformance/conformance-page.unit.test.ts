// docs/conformance.md is what the rules and the tests give now; a rule without a test cannot pass.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getConformance, pagePath } from './conformance-page.ts'
import { rule } from './rule.ts'
import { sections } from './sections.ts'

const own = 'apps/server/test/conformance/conformance-page.unit.test.ts'

test('every rule is pinned by tests that exist', () => {
  expect(getConformance(sections).problems).toEqual([])
})

test('docs/conformance.md is up to date', () => {
  const page = readFileSync(new URL(`../../../../${pagePath}`, import.meta.url), 'utf8')
  expect(page, 'run node apps/server/scripts/generate-conformance.ts').toBe(getConformance(sections).page)
})

test('a rule without a test, with one that is not there, and one that stands twice are told', () => {
  const rules = [
    rule('A-1', 'Pinned.', { file: own, title: 'a rule without a test' }),
    rule('A-2', 'Unpinned.'),
    rule('A-3', 'Wrongly pinned.', { file: own, title: 'a test that was never written' }),
    rule('A-3', 'Twice.', { file: own, title: 'a rule without a test' }),
    rule('A-4', 'Vaguely pinned.', { file: own, title: '' }),
  ]
  expect(getConformance([{ title: 'Some', rules }]).problems).toEqual([
    'A-2 has no test',
    'A-3 stands twice',
    `A-3: ${own} has no test "a test that was never written…"`,
    `A-4: ${own} has several tests "…"`,
  ])
})
