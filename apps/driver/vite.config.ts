// How the drivers' app is built; it is served below /d/.

import { compressBuilt } from '@routewright/ui/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/d/',
  plugins: [react(), compressBuilt()],
  build: { target: 'es2022', sourcemap: false },
})
