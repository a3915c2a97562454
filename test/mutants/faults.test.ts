// Faults that are planted are what they say, and stand only where one could be noticed.
import { expect, test } from 'vitest'
import { findFault, listFaults, plant, showLine } from '../../bench/mutants/faults.ts'

/** Lists what each fault makes of a text, as `kind: text`. */
function listPlanted(text: string, path = 'packages/solver/src/a.ts'): string[] {
  return listFaults(path, text).map((fault) => `${fault.kind}: ${plant(text, fault)}`)
}

test.each([
  ['x = a + b', ['sign: x = a - b']],
  ['x += a', ['sign: x -= a']],
  ['x = -a', ['sign: x = a']],
  ['x = a < b', ['boundary: x = a <= b']],
  ['x = a >= b', ['boundary: x = a > b']],
  ['x = a === b', ['boundary: x = a !== b']],
  ['x = a && b', ['logic: x = a || b']],
  ['x = !a', ['negation: x = a']],
  ['x = 7', ['number: x = 8']],
  ['x = 0.1', ['number: x = 1.1']],
  ['x = 86_400', ['number: x = 86401']],
  ['x[0] = a', ['number: x[1] = a']],
])('%s is changed in one place', (text, planted) => {
  expect(listPlanted(text)).toEqual(planted)
})

test.each([
  'let x: 1 | 2',
  'type Two = 2',
  'const x = y as 3',
  'x = `a` + b',
  "x = 'a' + b",
  "import a from 'a' with { b: '1' }",
  'log.info(1 + 2)',
  'scope.services.log.warn({ ms: a - b })',
  'if (a < b) throw new Error(a)',
  'if (!a) { throw new Error() }',
  'setTimeout(run, 500)',
  'x = { 1: a }',
  'const driverExample = { cost_per_hour: 21.5 }',
  'x = Type.Number({ description: a + b, examples: [1, 2] })',
])('%s is left as it is', (text) => {
  expect(listPlanted(text)).toEqual([])
})

test('a refusal is changed although it throws', () => {
  expect(listPlanted('if (a < b) throw apiError(c)')).toEqual(['boundary: if (a <= b) throw apiError(c)'])
})

test('a size in an attribute is a drawing, a condition there is not', () => {
  const path = 'apps/planner/src/list/a.tsx'
  expect(listPlanted('x = <svg width={24} hidden={a > b} />', path)).toEqual([
    'boundary: x = <svg width={24} hidden={a >= b} />',
  ])
})

test('the line is shown as it was and as it is', () => {
  const text = 'const a = 1\n  const b = a + c\n'
  const fault = listFaults('a.ts', text).find(({ kind }) => kind === 'sign')!
  expect(fault.line).toBe(2)
  expect(showLine(text, fault)).toEqual({ before: 'const b = a + c', after: 'const b = a - c' })
})

test('a fault is found again after its line moved', () => {
  const fault = { kind: 'sign', before: 'x = a + b', after: 'x = a - b' }
  const text = '// new\n\nx = a + b\n'
  expect(plant(text, findFault({ path: 'a.ts', text }, fault)!)).toBe('// new\n\nx = a - b\n')
  expect(findFault({ path: 'a.ts', text: 'x = a * b' }, fault)).toBeUndefined()
})
