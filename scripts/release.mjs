// `node scripts/release.mjs VERSION [--image REGISTRY/NAME] [--dry-run] [--without-tests]`: makes a release, or with --dry-run everything of it
// short of committing and publishing. What it makes lies in tmp/release/VERSION. CONTRIBUTING.md tells when and where.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStale } from './lib/build.mjs'
import { missingEntrances } from './lib/pack.mjs'
import { listWorkspaces, ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { releaseChangelog, releaseNotes, setVersion, whyNoSuccessor } from './lib/release-version.mjs'
import { run, runNpm, tryRun } from './lib/run.mjs'
import { fail, say } from './lib/say.mjs'
import { cutBill, listShipped } from './lib/shipped.mjs'
import { writeWheel } from './lib/wheel.mjs'

const PLATFORMS = 'linux/amd64,linux/arm64'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { image: { type: 'string' }, 'dry-run': { type: 'boolean' }, 'without-tests': { type: 'boolean' } },
})
const [version] = positionals
const isDry = options['dry-run'] === true
if (!version) fail('Which version? node scripts/release.mjs 0.2.0 --dry-run')
await prepare()

const hasBuildx = tryRun('docker', ['buildx', 'version']).ok
const hindrances = listHindrances()
if (hindrances.length > 0) fail(`Nothing is released:\n  ${hindrances.join('\n  ')}`)
const unpublishable = listUnpublishable()
if (!isDry && unpublishable.length > 0) fail(`Nothing is released:\n  ${unpublishable.join('\n  ')}`)

const out = join(ROOT, 'tmp', 'release', version)
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const leftOut = []
let isCommitted = false
let changed = []
// The tree was clean before, so these files alone are put back, however this ends; after a kill, `git restore .` does the same.
process.once('exit', () => {
  if (!isCommitted && changed.length > 0) tryRun('git', ['restore', ...changed])
})
changed = changeFiles()
await examine()
await makeFiles()
if (!isDry) await publish()
for (const line of [...leftOut, ...(isDry ? unpublishable : [])]) say(`LEFT OUT: ${line}`)
say(`${isDry ? 'The dry run of' : 'The release'} ${version} is complete; its files are in ${out}.`)

/** Returns, in words, what prevents any release. */
function listHindrances() {
  const current = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
  const isTagged = tryRun('git', ['rev-parse', '--verify', '--quiet', `refs/tags/v${version}`]).ok
  return [
    whyNoSuccessor(version, current),
    isTagged && `the tag v${version} exists`,
    tryRun('git', ['status', '--porcelain']).out !== '' && 'there are changes that are not committed',
  ].filter(Boolean)
}

/** Returns, in words, what prevents publishing. */
function listUnpublishable() {
  const canProve = process.env.ACTIONS_ID_TOKEN_REQUEST_URL ?? process.env.SIGSTORE_ID_TOKEN
  const homeless = listPublicPackages().filter((path) => !readManifest(path).repository)
  return [
    !hasBuildx && 'the image: docker with buildx is not here',
    !options.image && 'pushing the image: --image names no place for it',
    !canProve && 'publishing with provenance: npm signs it in GitHub Actions or GitLab CI only',
    ...homeless.map((path) => `publishing ${path}: provenance wants its "repository" in package.json`),
  ].filter(Boolean)
}

function listPublicPackages() {
  return listWorkspaces().filter((path) => !readManifest(path).private)
}

function readManifest(path) {
  return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
}

/** Changes version and changelog; returns the changed paths. */
function changeFiles() {
  const path = join(ROOT, 'CHANGELOG.md')
  const changelog = releaseChangelog(readFileSync(path, 'utf8'), version, new Date().toISOString().slice(0, 10))
  const paths = setVersion(ROOT, listWorkspaces(), version)
  writeFileSync(path, changelog)
  return [...paths, 'CHANGELOG.md']
}

async function examine() {
  await step('All checks', () => runNpm(['run', '--silent', 'check']))
  if (options['without-tests']) leftOut.push('the tests, by --without-tests')
  else await step('All tests', () => runNpm(['test']))
}

/** Pages, licences, bill of materials, packages, wheel, Postman collection, chart and image. */
async function makeFiles() {
  await buildStale()
  const licences = join(out, 'THIRD-PARTY-LICENCES')
  await step('The licences', () => run(process.execPath, [join(ROOT, 'scripts/licences.mjs'), licences]))
  writeBillOfMaterials(join(out, `routewright-${version}.cdx.json`))
  for (const path of listPublicPackages()) {
    // `.npmrc` keeps the scripts of others from running; ours make what is packed.
    const args = ['pack', '-w', path, '--ignore-scripts=false', '--pack-destination', out]
    await step(`The package of ${path}`, () => runNpm(args))
    requireEntrances(readManifest(path))
  }
  say(`The wheel of the Python client: ${writeWheel(join(ROOT, 'clients/python'), out)}`)
  leftOut.push('the wheel on an index of Python packages: whoever keeps one uploads it there')
  const postman = join(out, `routewright-${version}.postman_collection.json`)
  const script = join(ROOT, 'packages/client/scripts/write-postman.ts')
  await step('The Postman collection', () => run(process.execPath, [script, postman]))
  const chart = join(out, `routewright-chart-${version}.tgz`)
  await step('The chart', () => run('tar', ['-czf', chart, '-C', join(ROOT, 'deploy/helm'), 'routewright']))
  cpSync(join(ROOT, 'CHANGELOG.md'), join(out, 'CHANGELOG.md'))
  writeFileSync(join(out, 'NOTES.md'), readNotes())
  if (hasBuildx) await buildImage(['--output', `type=oci,dest=${join(out, `routewright-${version}.oci.tar`)}`])
}

function readNotes() {
  return releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
}

/** A package without what it is entered by is of no use to anybody. */
function requireEntrances({ name, version }) {
  const tarball = join(out, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)
  const files = tryRun('tar', ['-tzf', tarball])
    .out.split('\n')
    .map((path) => path.replace(/^package\//, ''))
  const manifest = JSON.parse(tryRun('tar', ['-xzOf', tarball, 'package/package.json']).out)
  const missing = missingEntrances(manifest, files)
  if (missing.length > 0) fail(`${tarball} lacks ${missing.join(', ')}`)
}

/** CycloneDX, by npm itself, cut down to what ships: npm's own --omit=dev leaves out what the workspace also uses for development. */
function writeBillOfMaterials(path) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const { ok, out: text } = tryRun('npm', args, { shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 })
  if (!ok) fail(`The bill of materials failed: ${text.trim()}`)
  const whole = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const bill = cutBill(whole, listShipped(ROOT))
  // npm names it by the folder that the clone lies in.
  bill.metadata.component.name = 'routewright'
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`)
  say(`${bill.components.length} components in the bill of materials`)
}

function buildImage(output) {
  const tag = `${options.image ?? 'routewright'}:${version}`
  const args = [
    'buildx',
    'build',
    '--platform',
    PLATFORMS,
    '-t',
    tag,
    '--sbom=true',
    '--provenance=mode=max',
    ...output,
    '.',
  ]
  return step('The image', () => run('docker', args))
}

/** From here on others may see it: first the commit and its tag, last of all their push. */
async function publish() {
  await step('The commit', () => run('git', ['commit', '--quiet', '-m', `Release ${version}`, '--', ...changed]))
  isCommitted = true
  // Headings of the notes begin with #, which git would take for comments.
  const message = ['--cleanup=whitespace', '-m', `Routewright ${version}`, '-m', readNotes()]
  await step('The tag', () => run('git', ['tag', '-a', `v${version}`, ...message]))
  await buildImage(['--push'])
  for (const name of readdirSync(out).filter((file) => file.endsWith('.tgz') && !file.includes('-chart-'))) {
    await step(`Publishing ${name}`, () => runNpm(['publish', join(out, name), '--provenance', '--access', 'public']))
  }
  await step('The push', () => run('git', ['push', '--atomic', 'origin', 'HEAD', `v${version}`]))
}

async function step(name, work) {
  say(`${name} …`)
  const code = await work()
  if (code !== 0) fail(`${name} failed with code ${code}.`)
}
