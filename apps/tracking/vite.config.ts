// How the recipients' page is built; it is served below /t/.

import { buildOptions, compressBuilt } from '@routewright/ui/build'
import { workerBuild } from '@routewright/ui/worker-build'
import { defineConfig } from 'vite'
import { readOfflineWords } from './build/offline-words.ts'

const offlineWorker = workerBuild({
  source: 'src/offline-worker.ts',
  file: 'offline.js',
  base: '/t/',
  define: () => ({ __OFFLINE_WORDS__: JSON.stringify(readOfflineWords()) }),
})

export default defineConfig({
  base: '/t/',
  plugins: [offlineWorker, compressBuilt()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: buildOptions,
})
