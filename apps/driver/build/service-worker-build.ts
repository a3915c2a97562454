// A Vite plugin that builds the service worker as one file beside the application, with the list of what it keeps.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** What is never asked for offline: other forms of the same files, and letters that our languages do not use. */
const left = /\.(br|gz|map)$|^sw\.js$|-(cyrillic|greek|vietnamese)[\w-]*\.woff2$/

interface KeptFile {
  url: string
  /** Null for files whose name carries a digest of their content. */
  revision: string | null
}

export function serviceWorkerBuild(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'routewright-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = join(config.root, config.build.outDir)
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await build({
          configFile: false,
          root,
          base: '/d/',
          logLevel: 'warn',
          publicDir: false,
          define: { __KEPT_FILES__: JSON.stringify(listKept(folder)) },
          build: {
            target: 'es2022',
            outDir: folder,
            emptyOutDir: false,
            copyPublicDir: false,
            rolldownOptions: {
              input: join(root, 'src/service-worker.ts'),
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        })
      },
    },
  }
}

function listKept(folder: string): KeptFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return names
    .filter((name) => !left.test(name))
    .sort()
    .map((name) => ({
      // The document has no name of its own: it answers /d/ and every link below it.
      url: name === 'index.html' ? '/d/' : `/d/${name}`,
      revision: name.startsWith('assets/') ? null : digestOf(join(folder, name)),
    }))
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
}
