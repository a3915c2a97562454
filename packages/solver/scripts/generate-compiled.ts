// Writes the WebAssembly bytes that the search loads, one file per folder of assembly/. The compiler (AssemblyScript, Apache-2.0) takes 100
// MB with its dependencies, so it is fetched only here, when the source has changed. `--check` fails when the source differs from the one
// that the bytes were compiled from.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const compiler = 'assemblyscript@0.28.20'
const workspace = join(import.meta.dirname, '..')

/** A folder of assembly/, whose entry file has the same name. */
interface Program {
  readonly folder: string
  readonly bytesFile: string
  readonly constant: string
}

const programs: Program[] = [
  { folder: 'lean-steps', bytesFile: 'src/search/lean-steps-bytes.ts', constant: 'LEAN_STEPS_BYTES' },
  {
    folder: 'local-search',
    bytesFile: 'src/search/genetic/local-search-bytes.ts',
    constant: 'LOCAL_SEARCH_BYTES',
  },
]

const stale = programs.filter(isStale)
if (process.argv.includes('--check')) {
  for (const { bytesFile } of stale) {
    console.error(`packages/solver/${bytesFile} is stale: run node packages/solver/scripts/generate-compiled.ts`)
  }
  process.exit(stale.length === 0 ? 0 : 1)
}
if (stale.length > 0) writeAll(stale)

function isStale(program: Program): boolean {
  try {
    return !readFileSync(join(workspace, program.bytesFile), 'utf8').includes(digest(program))
  } catch {
    return true
  }
}

function digest({ folder }: Program): string {
  const hash = createHash('sha256').update(compiler)
  const path = join(workspace, 'assembly', folder)
  const files = [...readdirSync(path).sort(), '../lists.ts']
  for (const name of files) hash.update(name).update(readFileSync(join(path, name)))
  return hash.digest('hex')
}

function writeAll(chosen: Program[]): void {
  const workshop = mkdtempSync(join(tmpdir(), 'compiled-'))
  try {
    const run = (command: string, args: string[]): void => {
      execFileSync(command, args, { cwd: workshop, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', workshop, compiler])
    for (const program of chosen) {
      const entry = join(workspace, 'assembly', program.folder, `${program.folder}.ts`)
      const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', 'program.wasm']
      run(join(workshop, 'node_modules/.bin/asc'), [entry, ...options])
      const bytes = readFileSync(join(workshop, 'program.wasm'))
      writeFileSync(join(workspace, program.bytesFile), describe(program, bytes))
    }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

function describe(program: Program, bytes: Buffer): string {
  const lines = bytes
    .toString('base64')
    .match(/.{1,120}/g)!
    .map((line) => `  '${line}'`)
  return [
    `// Made by packages/solver/scripts/generate-compiled.ts from assembly/${program.folder}, where it can be read: do not change it here.`,
    `// Text and compiler: ${digest(program)}`,
    '',
    '/** WebAssembly in base64. */',
    `export const ${program.constant} =\n${lines.join(' +\n')}`,
    '',
  ].join('\n')
}
