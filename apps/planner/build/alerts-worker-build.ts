// A Vite plugin that builds the worker of alerts as one file beside the planner. It keeps nothing: the planner needs a connection.
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export function alertsWorkerBuild(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'routewright-alerts-worker',
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
          base: '/planner/',
          logLevel: 'warn',
          build: {
            target: 'es2022',
            outDir: folder,
            emptyOutDir: false,
            rolldownOptions: {
              input: join(root, 'src/talk/alerts.worker.ts'),
              output: { format: 'iife', entryFileNames: 'alerts-worker.js' },
            },
          },
        })
      },
    },
  }
}
