// A Vite plugin that builds a service worker as a single file next to an application.
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

interface WorkerOptions {
  /** Path below the application's root. */
  source: string
  /** Its file name, which browsers request again and again: it contains no digest. */
  file: string
  /** Path at which the application is served. */
  base: string
  /** Constants for the source, once everything else is built; `folder` is the output folder. */
  define?(folder: string): Record<string, string>
}

export function workerBuild({ source, file, base, define }: WorkerOptions): Plugin {
  let root = ''
  let folder = ''
  return {
    name: `routewright-worker-${file}`,
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
          base,
          logLevel: 'warn',
          publicDir: false,
          define: define?.(folder) ?? {},
          build: {
            target: 'es2022',
            outDir: folder,
            emptyOutDir: false,
            copyPublicDir: false,
            rolldownOptions: {
              input: join(root, source),
              output: { format: 'iife', entryFileNames: file },
            },
          },
        })
      },
    },
  }
}
