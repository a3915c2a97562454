// Writes docs/decisions/index.md, the list of all decisions; with --check it only tells whether the page is stale. A decision without number, status or
// subject ends it with the file's name.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionsPage } from '../build/decisions.ts'
import { root } from '../build/pages.ts'

const file = join(root, 'docs/decisions/index.md')
try {
  const page = decisionsPage(root)
  if (!process.argv.includes('--check')) writeFileSync(file, page)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== page) {
    throw new Error('docs/decisions/index.md is stale; run node apps/site/scripts/generate-decisions.ts')
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
