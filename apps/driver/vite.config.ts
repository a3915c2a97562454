// How the drivers' app is built; it is served below /d/.

import { buildOptions, compressBuilt } from '@routewright/ui/build'
import { workerBuild } from '@routewright/ui/worker-build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { listKept } from './build/kept-files.ts'

const serviceWorker = workerBuild({
  source: 'src/service-worker.ts',
  file: 'sw.js',
  base: '/d/',
  define: (folder) => ({ __KEPT_FILES__: JSON.stringify(listKept(folder)) }),
})

export default defineConfig({
  base: '/d/',
  plugins: [react(), serviceWorker, compressBuilt()],
  // A font inside the style sheet would need another policy, and could not be left out of what is kept.
  build: { ...buildOptions, assetsInlineLimit: 0 },
})
