// Writes docs/conformance.md: every rule with the tests that pin it. With --check it only tells whether the page is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { getConformance, pagePath } from '../test/conformance/conformance-page.ts'
import { sections } from '../test/conformance/sections.ts'

const file = new URL(`../../../${pagePath}`, import.meta.url)
const { page, problems } = getConformance(sections)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page) {
  console.error(`${pagePath} is stale; run node apps/server/scripts/generate-conformance.ts`)
  process.exitCode = 1
}
