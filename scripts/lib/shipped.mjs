// Other people's work that ships with the service and its pages, with licences and notices.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences (SPDX) of code, fonts and data that may be passed on in a product under Apache-2.0 without a condition beyond naming them. */
const ALLOWED = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 Unlicense'.split(' '),
)

/** Packages for which the lock file names no licence, with the one that a file of theirs contains. */
const SAID_IN_A_FILE = { buildcheck: 'MIT', 'cpu-features': 'MIT', 'png-js': 'MIT', ssh2: 'MIT' }

/**
 * Every package of the lock file that is installed here and not for development only: `{ path, name, version, licence }`, each
 * version once, by name. `licence` is an SPDX expression, or undefined where none is named.
 */
export function listShipped(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.dev || entry.link || !existsSync(join(root, path))) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = entry.license ?? SAID_IN_A_FILE[name]
    shipped.set(`${name}@${entry.version}`, { path, name, version: entry.version, licence })
  }
  return [...shipped.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** One sentence for each package that may not be shipped. */
export function listForbidden(shipped) {
  return shipped
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name}@${version} is under ${licence ?? 'no licence that it names'}`)
}

/** An expression of SPDX without brackets inside: of alternatives one must be allowed, of a conjunction every part. */
function isAllowed(expression) {
  if (typeof expression !== 'string') return false
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  const alternatives = plain.split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((id) => ALLOWED.has(id)))
}

/**
 * A bill of materials (CycloneDX) of everything that is installed, cut down to what ships. Throws when it lacks a package that does.
 */
export function cutBill(bill, shipped) {
  const getName = ({ name, version }) => `${name}@${version}`
  const wanted = new Set(shipped.map(getName))
  const components = bill.components.filter((component) => wanted.has(getName(component)))
  const present = new Set(components.map(getName))
  const missing = [...wanted].filter((name) => !present.has(name))
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}.`)
  const references = new Set([
    bill.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ])
  const dependencies = bill.dependencies
    .filter(({ ref }) => references.has(ref))
    .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn?.filter((ref) => references.has(ref)) }))
  return { ...bill, components, dependencies }
}

/** Where extracts of OpenStreetMap lie, a folder each, with the licence that the data are under. */
const EXTRACTS = 'packages/roads/extracts'

/** The text of the file THIRD-PARTY-LICENCES: each package and map extract with the licence texts and notices that it brings. */
export function licencesText(root, shipped) {
  const head =
    'Routewright is under the Apache License 2.0. It ships with, or its pages are built from, the packages and data below.\n' +
    'The container image also holds Node.js and Debian, which carry their licences in /usr/local/LICENSE and /usr/share/doc.\n'
  const packages = shipped.map((entry) => part(root, entry.path, `${entry.name} ${entry.version}: ${entry.licence}`))
  const regions = existsSync(join(root, EXTRACTS)) ? readdirSync(join(root, EXTRACTS)) : []
  const extracts = regions.map((name) =>
    part(root, `${EXTRACTS}/${name}`, `Map data of ${name}, © OpenStreetMap contributors: ODbL-1.0`),
  )
  const parts = [...packages, ...extracts]
  return `${[head, ...parts].join(`\n${'-'.repeat(80)}\n\n`)}\n`
}

function part(root, path, title) {
  const texts = licenceFiles(join(root, path)).map((file) => readFileSync(file, 'utf8').trim())
  return [title, ...texts].join('\n\n')
}

function licenceFiles(folder) {
  const isText = (name) => /^(licen[sc]e|copying|notice)([-.].*)?$/i.test(name) && !/\.([cm]?[jt]s|json)$/i.test(name)
  const names = readdirSync(folder).filter(isText)
  return names.sort().map((name) => join(folder, name))
}
