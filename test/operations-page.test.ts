// docs/operations.md names every setting that the server reads.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('every setting of the server stands in the table of docs/operations.md', () => {
  const settings = [...read('apps/server/src/frame/platform/config.ts').matchAll(/take(?:<[^(]*>)?\('([A-Z_]+)'/g)].map(
    (match) => match[1]!,
  )
  expect(settings.length).toBeGreaterThan(10)
  const page = read('docs/operations.md')
  expect(settings.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
