// Writes the pages of docs/ that come from the contract; with --check it changes nothing and fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generatedPages } from '../src/docs/pages.ts'

const root = new URL('../../../', import.meta.url)
const stale: string[] = []

for (const [path, content] of Object.entries(generatedPages())) {
  const file = fileURLToPath(new URL(path, root))
  if (readPage(file) === content) continue
  stale.push(path)
  if (!process.argv.includes('--check')) writeFileSync(file, content)
}

if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`stale: ${stale.join(', ')}; run node packages/contract/scripts/generate-docs.ts`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  console.log(stale.length > 0 ? `written: ${stale.join(', ')}` : 'all pages are up to date')
}

function readPage(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
