// A Vite plugin that builds a service worker as one file beside an application.
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

interface WorkerOptions {
  /** Below the application's root. */
  source: string
  /** Its name beside the application, which browsers keep asking for: it carries no digest. */
  file: string
  /** The path that the application is served at. */
  base: string
  /** What the source may use as constants, once everything else is built; `folder` is where that lies. */
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
