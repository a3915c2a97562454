// Why something is not done: whatever reason reaches the planner as a code has words there, in every language (test/words.test.ts).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@routewright/contract'
import { expect, test } from 'vitest'
import { readRepository } from './architecture/source-files.ts'

const root = join(import.meta.dirname, '..')
const collectWords = (name: string) =>
  JSON.parse(readFileSync(join(root, `apps/planner/src/words/en/${name}.json`), 'utf8')) as Record<string, object>

/** Refusals that name a field and what is wrong with it: the form shows the service's own sentence at that field. */
const toldAtAField = [
  'highway.map.error.invalid_extract',
  'highway.map.error.region_unknown',
  'highway.message.error.invalid_logo',
  'highway.message.error.unknown_variable',
  'highway.package.error.duplicated_identifier',
  'highway.plan.error.invalid_execution_date',
  'highway.plan.error.invalid_optimizer_config',
  'highway.report.error.invalid_type',
  'highway.route.error.invalid_time_window',
  'highway.stop.error.invalid_time_window',
  'highway.stop.error.invalid_type',
  'highway.stop.error.packages_not_allowed',
  'highway.task.error.invalid_status',
  'highway.webhook.error.invalid_url',
  'highway.webhook.error.unknown_event',
]
/** `shell:failure.forbidden` says it. */
const saidElsewhere = ['highway.user.error.forbidden']

test('every refusal of an operation that the planner calls', () => {
  const text = readRepository()
    .filter(({ path }) => path.startsWith('apps/planner/src/') && /\.tsx?$/.test(path))
    .map((file) => file.text)
    .join('\n')
  const called = new Set([...text.matchAll(/\boperations\.(\w+)/g)].map(([, name]) => name!))
  const refusals = endpoints.filter(({ operationId }) => called.has(operationId)).flatMap(({ errors = [] }) => errors)
  expect(new Set(refusals).size).toBeGreaterThan(30)
  const words = collectWords('shell').refusal!
  const unsaid = [...new Set<string>(refusals)]
    .filter((id) => !toldAtAField.includes(id) && !saidElsewhere.includes(id))
    .filter((id) => !(id.replace(/^highway\./, '').replaceAll('.', '_') in words))
  expect(unsaid).toEqual([])
})

test('every rule that a route or a stop can break', () => {
  const sources = [
    'planning/modelling/warnings.ts',
    'planning/editor/why.ts',
    'planning/sequence/sequence.ts',
    'optimizing/optimization/apply.ts',
  ]
  const codes = sources.flatMap((path) => {
    const source = readFileSync(join(root, 'apps/server/src', path), 'utf8')
    const written = [...source.matchAll(/(?:code: |rule: |hopeless\()'(\w+)'/g)].map(([, code]) => code!)
    const table = /unassignedTexts[^{]*\{([^}]*)\}/.exec(source)?.[1] ?? ''
    const cases = [...source.matchAll(/case '(\w+)':\n\s+return \{ code, /g)].map(([, code]) => code!)
    return [...written, ...cases, ...[...table.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code!)]
  })
  expect(new Set(codes).size).toBeGreaterThan(18)
  const words = collectWords('editor').warning!
  expect([...new Set(codes)].filter((code) => !(code in words))).toEqual([])
})
