// Writes src/search/lean-steps-bytes.ts: assembly/lean-steps.ts and what it imports as WebAssembly. The compiler (AssemblyScript, Apache-2.0) takes 100 MB with what it
// needs, so it is fetched only here, where the text changes. `--check` fails where the text is another one than the bytes were made of.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const compiler = 'assemblyscript@0.28.20'
const folder = join(import.meta.dirname, '../assembly')
const path = join(import.meta.dirname, '../src/search/lean-steps-bytes.ts')
const digest = describeText()

if (!process.argv.includes('--check')) writeFileSync(path, describe(compile()))
else if (!readFileSync(path, 'utf8').includes(digest)) {
  console.error(
    'packages/solver/src/search/lean-steps-bytes.ts is stale: run node packages/solver/scripts/generate-lean-steps.ts',
  )
  process.exit(1)
}

function describeText(): string {
  const hash = createHash('sha256').update(compiler)
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

function compile(): Buffer {
  const workshop = mkdtempSync(join(tmpdir(), 'lean-steps-'))
  try {
    const run = (command: string, args: string[]): void => {
      execFileSync(command, args, { cwd: workshop, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', workshop, compiler])
    const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--outFile', 'steps.wasm']
    run(join(workshop, 'node_modules/.bin/asc'), [join(folder, 'lean-steps.ts'), ...options])
    return readFileSync(join(workshop, 'steps.wasm'))
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

function describe(bytes: Buffer): string {
  const lines = bytes
    .toString('base64')
    .match(/.{1,120}/g)!
    .map((line) => `  '${line}'`)
  return [
    '// Made by packages/solver/scripts/generate-lean-steps.ts from assembly/lean-steps.ts, where it can be read: do not change it here.',
    `// Text and compiler: ${digest}`,
    '',
    '/** WebAssembly in base64. */',
    `export const LEAN_STEPS_BYTES =\n${lines.join(' +\n')}`,
    '',
  ].join('\n')
}
