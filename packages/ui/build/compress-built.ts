// A Vite plugin that puts a .br and a .gz beside every text file it built, so that the server only sends files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(html|js|mjs|css|json|svg|webmanifest|wasm|txt)$/
/** Below this the answer's headers weigh as much as the file. */
const smallestBytes = 1024

export function compressBuilt(): Plugin {
  let folder = ''
  return {
    name: 'routewright-compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (compressible.test(name)) compress(join(folder, name))
      }
    },
  }
}

function compress(path: string): void {
  const content = readFileSync(path)
  if (content.length < smallestBytes) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  writeFileSync(`${path}.br`, brotliCompressSync(content, quality))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
