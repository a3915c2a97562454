// Installs a Debian package where that is allowed: apt-get is there, and this is root or sudo asks for no password.

import { existsSync } from 'node:fs'
import { tryRun } from './run.mjs'
import { say } from './say.mjs'

/**
 * Installs a package; returns `{ ok, why }`, where `why` tells a person what prevented it. ROUTEWRIGHT_NO_INSTALL=1 forbids it
 * altogether.
 */
export function installDebianPackage(name) {
  if (process.env.ROUTEWRIGHT_NO_INSTALL) return { ok: false, why: 'ROUTEWRIGHT_NO_INSTALL forbids installing it' }
  if (!existsSync('/usr/bin/apt-get')) return { ok: false, why: 'there is no apt-get to install it with' }
  const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !tryRun('sudo', ['-n', 'true']).ok) {
    return { ok: false, why: 'installing it needs root, and sudo asks for a password' }
  }
  say(`Installing the Debian package ${name} for the tests …`)
  const aptGet = (...args) =>
    tryRun(...commandLine([...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]))
  const install = () => aptGet('install', '-y', '-q', '--no-install-recommends', name)
  let result = install()
  if (!result.ok) {
    aptGet('update', '-q') // a fresh machine has no package lists yet
    result = install()
  }
  const lastLine = result.out.trim().split('\n').at(-1)
  return result.ok ? { ok: true } : { ok: false, why: `apt-get could not install ${name}: ${lastLine}` }
}

function commandLine([command, ...args]) {
  return [command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 }]
}
