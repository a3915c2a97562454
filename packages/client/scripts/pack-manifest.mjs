// While the package is packed, its entrance is the built one, and it carries the licence and where it comes from; in the repository
// the entrance is the source, which needs no build. What it comes from is the address of the repository that it is packed in.

import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const manifest = at('package.json')
const kept = at('dist/package.repository.json')

if (process.argv[2] === 'publish') {
  const text = readFileSync(manifest, 'utf8')
  const { publishConfig, scripts: _, devDependencies: __, ...rest } = JSON.parse(text)
  writeFileSync(kept, text)
  writeFileSync(manifest, `${JSON.stringify({ ...rest, ...publishConfig, ...origin() }, null, 2)}\n`)
  writeFileSync(at('dist/cjs/package.json'), '{ "type": "commonjs" }\n')
  copyFileSync(at('../../LICENSE'), at('LICENSE'))
} else {
  renameSync(kept, manifest)
  rmSync(at('LICENSE'))
}

/** Repository, homepage and bugs, by REPOSITORY_URL or the remote of the checkout; none where neither is an address on the web. */
function origin() {
  const address = process.env.REPOSITORY_URL ?? remote()
  const web = address.replace(/^git@([^:]+):/, 'https://$1/').replace(/(\.git)?\/?$/, '')
  if (!web.startsWith('https://')) {
    console.warn('No REPOSITORY_URL: the package will not say where it comes from.')
    return {}
  }
  return {
    repository: { type: 'git', url: `git+${web}.git`, directory: 'packages/client' },
    homepage: `${web}/tree/main/packages/client#readme`,
    bugs: { url: `${web}/issues` },
  }
}

function remote() {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
