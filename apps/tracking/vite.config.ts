// How the recipients' page is built; it is served below /t/.

import { buildOptions, compressBuilt } from '@routewright/ui/build'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/t/',
  plugins: [compressBuilt()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: buildOptions,
})
