// The changes that a release makes in the repository: its version everywhere, and the heading of the changelog.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CHART = 'deploy/helm/routewright/Chart.yaml'
const PYTHON = 'clients/python/pyproject.toml'

/** Why a version cannot follow another one, or undefined. Versions are three numbers: 1.2.3. */
export function whyNoSuccessor(version, current) {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return `${version} is not three numbers like 1.2.3`
  const [next, last] = [version, current].map((text) => text.split('.').map(Number))
  const first = next.findIndex((number, index) => number !== last[index])
  // The first release of all has the version that the repository was made with.
  if (first === -1 || next[first] > last[first]) return undefined
  return `${version} is lower than ${current}`
}

/**
 * Writes the version into every manifest, the lock file, the chart and the Python client below `root`. Workspaces name each other by exact version, so
 * those names follow. Returns the paths that it wrote.
 */
export function setVersion(root, workspaces, version) {
  const manifests = ['package.json', ...workspaces.map((path) => `${path}/package.json`)]
  const own = new Set(manifests.map((path) => readJson(root, path).name))
  for (const path of manifests) writeJson(root, path, withVersion(readJson(root, path), own, version))
  const lock = readJson(root, 'package-lock.json')
  for (const path of ['', ...workspaces]) lock.packages[path] = withVersion(lock.packages[path], own, version)
  writeJson(root, 'package-lock.json', { ...lock, version })
  const chart = readFileSync(join(root, CHART), 'utf8').replace(/^(version|appVersion): .*$/gm, `$1: ${version}`)
  writeFileSync(join(root, CHART), chart)
  const python = readFileSync(join(root, PYTHON), 'utf8').replace(/^version = ".*"$/m, `version = "${version}"`)
  writeFileSync(join(root, PYTHON), python)
  return [...manifests, 'package-lock.json', CHART, PYTHON]
}

function withVersion(manifest, own, version) {
  const changed = { ...manifest, version }
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    if (!manifest[kind]) continue
    const entries = Object.entries(manifest[kind]).map(([name, range]) => [name, own.has(name) ? version : range])
    changed[kind] = Object.fromEntries(entries)
  }
  return changed
}

/**
 * The changelog with its section "Unreleased" under the version and date (YYYY-MM-DD), and a new empty one above. Throws when there
 * is nothing to release.
 */
export function releaseChangelog(text, version, date) {
  const match = /^## Unreleased.*\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text)
  if (!match?.[1].trim()) throw new Error('CHANGELOG.md has nothing below "## Unreleased".')
  return text.replace(/^## Unreleased.*$/m, `## Unreleased\n\n## ${version} (${date})`)
}

/**
 * Returns the changelog's section of a version, without its heading: the notes of its release. Throws for a version that it does
 * not have.
 */
export function releaseNotes(text, version) {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version} (`))
  if (!section) throw new Error(`CHANGELOG.md has no "## ${version}".`)
  return `${section.slice(section.indexOf('\n')).trim()}\n`
}

function readJson(root, path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function writeJson(root, path, value) {
  writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`)
}
