// While the package is packed, its entrance is the built one; in the repository it is the source, which needs no build.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(new URL('../package.json', import.meta.url))
const kept = fileURLToPath(new URL('../dist/package.repository.json', import.meta.url))

if (process.argv[2] === 'publish') {
  const text = readFileSync(manifest, 'utf8')
  const { publishConfig, scripts: _, devDependencies: __, ...rest } = JSON.parse(text)
  writeFileSync(kept, text)
  writeFileSync(manifest, `${JSON.stringify({ ...rest, ...publishConfig }, null, 2)}\n`)
} else {
  renameSync(kept, manifest)
}
