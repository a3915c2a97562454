// How the planner is built; it is served below /planner/.

import { buildOptions, compressBuilt } from '@routewright/ui/build'
import { workerBuild } from '@routewright/ui/worker-build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The map, the charts, words and styles stay with the screens that need them. */
const apart =
  /maplibre-gl|pmtiles|[\\/]ui[\\/]src[\\/]map|planner[\\/]src[\\/](map|words|shell[\\/]map)|recharts|[\\/]d3-|\.css$/

/** It keeps nothing: the planner needs a connection. */
const alertsWorker = workerBuild({
  source: 'src/annexes/driver-talk/alerts.worker.ts',
  file: 'alerts-worker.js',
  base: '/planner/',
})

/** The readers of tables come with the first file; windows and times are read on many screens. */
const ofTables = /packages[\\/]reading[\\/]src[\\/](?!windows|window-words|written-times|fold\.)/

/** The lists of annexes are loaded before the first screen; an annex's views are loaded with its screen. */
const listOfAnnexes = /planner[\\/]src[\\/]annexes(\.ts|[\\/][^\\/]+[\\/]index\.tsx)$/

/** They are loaded together, with the editor. */
const sectionsOfEditor = /[\\/]annexes[\\/][^\\/]+[\\/]in-editor[\\/]/

export default defineConfig({
  base: '/planner/',
  // A module may fetch parts of its own: what reads workbooks comes with the first of them.
  worker: { format: 'es' },
  plugins: [react(), alertsWorker, compressBuilt()],
  build: {
    ...buildOptions,
    rolldownOptions: {
      ...buildOptions.rolldownOptions,
      output: {
        // One file for the sign-in page and one for what screens share: a hundred small ones take longer to fetch and pack worse.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 4 },
            { name: 'reading', test: ofTables, priority: 3 },
            { name: 'annexes', test: listOfAnnexes, priority: 2 },
            { name: 'sections', test: sectionsOfEditor, priority: 0 },
            { name: 'shared', minShareCount: 2, test: (id: string) => !apart.test(id), priority: 1 },
          ],
        },
      },
    },
  },
})
