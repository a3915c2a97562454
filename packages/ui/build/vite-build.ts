// Shared build settings of the web applications: targets, and compressed copies of the output.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BuildOptions, Plugin } from 'vite'

export const buildOptions = {
  target: 'es2022',
  sourcemap: false,
  // The map is one large chunk, loaded when it is needed.
  chunkSizeWarningLimit: 1500,
  rolldownOptions: { checks: { bundlerTimings: false } },
} satisfies BuildOptions

const compressible = /\.(html|js|mjs|css|json|svg|webmanifest|wasm|txt)$/
/** Below this size the response's headers are as large as the file. */
const smallestBytes = 1024

/** Adds a .br and a .gz next to every built text file, so that the server only sends files. */
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
