// How the choice of a window for a shop's checkout is built: one script for pages of other sites, served at /checkout/slots.js.

import { buildOptions, compressBuilt } from '@routewright/ui/build'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [compressBuilt()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ...buildOptions,
    outDir: 'dist/widget',
    lib: { entry: 'src/widget/element.tsx', formats: ['iife'], name: 'routewrightSlots', fileName: () => 'slots.js' },
  },
})
