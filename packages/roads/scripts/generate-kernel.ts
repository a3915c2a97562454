// Writes src/hierarchy/kernel-bytes.ts: the sweeps of sweep-kernel.ts as WebAssembly. `--check` fails when the file differs.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openWabt from 'wabt'
import { kernelText } from './sweep-kernel.ts'

const path = join(import.meta.dirname, '../src/hierarchy/kernel-bytes.ts')
const wabt = await openWabt()
const parsed = wabt.parseWat('sweep-kernel.wat', kernelText(), { simd: true })
parsed.resolveNames()
parsed.validate()
const bytes = Buffer.from(parsed.toBinary({}).buffer).toString('base64')
const lines = bytes.match(/.{1,120}/g)!.map((line) => `  '${line}'`)
const text = [
  '// Made by packages/roads/scripts/generate-kernel.ts from sweep-kernel.ts beside it, where it can be read: do not change it here.',
  '',
  '/** WebAssembly in base64. */',
  `export const KERNEL_BYTES =\n${lines.join(' +\n')}`,
  '',
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error(
    'packages/roads/src/hierarchy/kernel-bytes.ts is stale: run node packages/roads/scripts/generate-kernel.ts',
  )
  process.exit(1)
}
