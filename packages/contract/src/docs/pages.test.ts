// The pages in docs/ are those that the contract currently generates.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../all-endpoints.ts'
import { errors } from '../errors.ts'
import { allEventIds } from '../events.ts'
import { generatedPages } from './pages.ts'
import { statusPage } from './status-page.ts'

const root = new URL('../../../../', import.meta.url)

test.each(Object.entries(generatedPages()))('%s is up to date', (path, content) => {
  expect(readFileSync(new URL(path, root), 'utf8'), 'run node packages/contract/scripts/generate-docs.ts').toBe(content)
})

test('the pages name every code and every event', () => {
  const pages = generatedPages()
  for (const messageId of Object.keys(errors)) expect(pages['docs/errors.md']).toContain(`\`${messageId}\``)
  for (const eventId of allEventIds) expect(pages['docs/events.md']).toContain(`\`${eventId}\``)
})

describe('status page', () => {
  test('it lists what has no handler yet, and nothing else', () => {
    const page = statusPage(endpoints.map(({ operationId }) => operationId).filter((id) => id !== 'createPlan'))
    expect(page).toContain('| createPlan | `POST /v2/plan` | public |')
    expect(page.match(/^\| \w+ \| `/gm)).toHaveLength(1)
  })

  test('it refuses handlers of operations that are not declared', () => {
    expect(() => statusPage(['flyToTheMoon'])).toThrow(/flyToTheMoon/)
  })
})
