// While the package is packed, its entry point is the built one, and the licence and origin are added; in the repository the entry point is
// the source, which needs no build. The origin is the address of the repository in which it is packed.

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

/** Repository, homepage and bugs, from REPOSITORY_URL or the remote of the checkout; empty when neither is a web address. */
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
