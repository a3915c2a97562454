// Finds or installs the Chromium that the browser tests drive.

import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installDebianPackage } from './debian.mjs'
import { ROOT } from './paths.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Whether any test asks for a browser. */
export function hasBrowserTests() {
  const found = globSync('apps/*/**/*.browser.test.ts', {
    cwd: ROOT,
    exclude: (path) => `${path}`.includes('node_modules'),
  })
  return found.length > 0
}

/** Returns `{ path }`, or `{ why }` when no browser is available. */
export function provideBrowser() {
  const path = findBrowser()
  if (path) return { path }
  const installed = installDebianPackage('chromium')
  const installedPath = findBrowser()
  return installedPath ? { path: installedPath } : { why: installed.why ?? 'the installed package brought no chromium' }
}

function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const ofPlaywright = globSync(join(homedir(), '.cache/ms-playwright/chromium-*/chrome-linux*/chrome'))
  return [...onPath, ...ofPlaywright].find((path) => existsSync(path))
}
