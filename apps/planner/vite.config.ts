// How the planner is built; it is served below /planner/.

import { compressBuilt } from '@routewright/ui/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/planner/',
  plugins: [react(), compressBuilt()],
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
