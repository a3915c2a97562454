// `node scripts/without.mjs ANNEX… | --all`: takes annexes away from a copy of the tree, and says whether the rest still stands:
// its types, and the units of the server. What needs one of them goes with it.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { say } from './lib/say.mjs'

const { NEEDS } = await import(new URL('../test/architecture/server-rooms.ts', import.meta.url).href)

const ANNEXES = 'apps/server/src/annexes'
const LIST = 'apps/server/src/process/annexes.ts'
/** The command that serves makes the demo and names it. */
const NAMED_BY_A_COMMAND = ['demo']

const list = readFileSync(join(ROOT, LIST), 'utf8')
const known = [...list.matchAll(/from '\.\.\/annexes\/([\w-]+)\/index\.ts'/g)].map(([, name]) => name)
const wanted = process.argv.includes('--all')
  ? known.filter((name) => !NAMED_BY_A_COMMAND.includes(name))
  : process.argv.slice(2)
const wrong = wanted.find((name) => !known.includes(name) || NAMED_BY_A_COMMAND.includes(name))
if (wanted.length === 0 || wrong !== undefined) {
  say(`Name annexes, or --all: ${known.filter((name) => !NAMED_BY_A_COMMAND.includes(name)).join(', ')}.`)
  process.exit(2)
}
const gone = withThoseThatNeed(wanted)
const kept = NAMED_BY_A_COMMAND.filter((name) => gone.has(name))
// The demo goes as far as it goes: what it needs stays.
for (const name of kept) {
  gone.delete(name)
  for (const needed of NEEDS[name] ?? []) gone.delete(needed)
}

const copy = mkdtempSync(join(tmpdir(), 'routewright-without-'))
try {
  copyTree()
  takeOffList()
  const tests = takeTestsAway()
  say(`Without ${[...gone].sort().join(', ')}; ${tests} tests of the rest ask one of them and are left out.`)
  const types = await tool('typescript/bin/tsc', ['-p', 'tsconfig.without.json'])
  const units =
    types === 0 ? await tool('vitest/vitest.mjs', ['run', '--project=server-unit', '--silent', '--reporter=dot']) : 1
  say(types === 0 && units === 0 ? 'The rest stands.' : 'The rest does not stand.')
  process.exitCode = types || units
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function withThoseThatNeed(names) {
  const found = new Set(names)
  for (const name of found) {
    for (const [annex, needs] of Object.entries(NEEDS)) if (needs.includes(name)) found.add(annex)
  }
  return found
}

function copyTree() {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of stdout.split('\0')) {
    if (!path || !existsSync(join(ROOT, path)) || isGone(path)) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  const generated = 'packages/client/src/generated'
  if (existsSync(join(ROOT, generated))) cpSync(join(ROOT, generated), join(copy, generated), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const types = {
    extends: './tsconfig.base.json',
    include: ['apps/server/src', 'apps/server/migrations'],
    exclude: ['**/*.test.ts'],
  }
  writeFileSync(join(copy, 'tsconfig.without.json'), JSON.stringify(types))
}

function isGone(path) {
  return path.startsWith(`${ANNEXES}/`) && gone.has(path.slice(ANNEXES.length + 1).split('/')[0])
}

/** An annex is an import and an entry there. */
function takeOffList() {
  let text = list
  for (const name of gone) {
    const line = new RegExp(`import \\{ (\\w+) \\} from '\\.\\./annexes/${name}/index\\.ts'\\n`).exec(text)
    text = text.replace(line[0], '').replace(new RegExp(`\\n  ${line[1]},`), '')
  }
  writeFileSync(join(copy, LIST), text)
}

/** Removes units of the rest that import what is gone; returns how many. */
function takeTestsAway() {
  const { stdout } = spawnSync('git', ['ls-files', 'apps/server/**/*.unit.test.ts'], { cwd: ROOT, encoding: 'utf8' })
  const asking = stdout.split('\n').filter((path) => {
    if (!path || isGone(path)) return false
    const text = readFileSync(join(ROOT, path), 'utf8')
    return [...gone].some((name) => text.includes(`annexes/${name}/`))
  })
  for (const path of asking) rmSync(join(copy, path))
  return asking.length
}

function tool(entry, args) {
  return run(process.execPath, [join(ROOT, 'node_modules', entry), ...args], { cwd: copy })
}
