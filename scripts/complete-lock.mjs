// `npm run lock`: adds to package-lock.json the optional packages that npm left out, so that `npm ci` accepts it.
// npm drops an optional package (a binary for another platform) when the registry it asked did not have it at that
// moment, and `npm ci` then calls the lock file out of step, on every platform. Such an entry has no integrity value.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'

const path = join(ROOT, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const added = completeLock(lock.packages)
if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(added.length > 0 ? `Added ${added.join(', ')}` : 'The lock file is complete.')

/** Adds the missing entries to `packages` and returns their names. */
function completeLock(packages) {
  const names = []
  for (const [parentPath, parent] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isListed(packages, parentPath, name)) continue
      if (!/^\d+\.\d+\.\d+$/.test(range)) throw new Error(`${parentPath} wants ${name}@${range}: not an exact version`)
      packages[`node_modules/${name}`] = {
        version: range,
        ...getPlatform(name),
        ...(parent.dev ? { dev: true } : {}),
        license: parent.license,
        optional: true,
      }
      names.push(`${name}@${range}`)
    }
  }
  return names
}

function isListed(packages, parentPath, name) {
  return Boolean(packages[`node_modules/${name}`] ?? packages[`${parentPath}/node_modules/${name}`])
}

/** `{ cpu, os, libc }` from a name like @scope/binding-linux-arm64-musl. */
function getPlatform(name) {
  const match =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(.+))?$/.exec(name)
  if (!match) throw new Error(`Cannot tell the platform of ${name} by its name`)
  const [, os, cpu, abi] = match
  const libc =
    os === 'linux' && abi?.startsWith('musl')
      ? ['musl']
      : os === 'linux' && abi?.startsWith('gnu')
        ? ['glibc']
        : undefined
  return { cpu: [cpu], ...(libc ? { libc } : {}), os: [os] }
}
