// How the drivers' app is built; it is served below /d/.

import { buildOptions, compressBuilt } from '@routewright/ui/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorkerBuild } from './build/service-worker-build.ts'

export default defineConfig({
  base: '/d/',
  plugins: [react(), serviceWorkerBuild(), compressBuilt()],
  // A font inside the style sheet would need another policy, and could not be left out of what is kept.
  build: { ...buildOptions, assetsInlineLimit: 0 },
})
