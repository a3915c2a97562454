// `npm run screens [-- planner|driver|tracking [what to take]]`: pictures of every screen into tmp/screens, which git ignores.
// `npm run screens -- moving` takes the moving picture of the README anew, into docs/pictures.
// `npm run screens -- looks [rooms …] [light-1280 …] [en de …]` visits the planner's rooms at all sizes, in both schemes and any language,
// and tells what of their layout is at fault.
// SCREENS_OSM names an extract for the maps. `node tools/screens/keep.ts` then renews the few that docs/screens keeps.

import { join } from 'node:path'
import { buildStale } from './lib/build.mjs'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run, runTool } from './lib/run.mjs'
import { fail, say } from './lib/say.mjs'
import { provideBrowser } from './lib/test-browser.mjs'

await prepare()
await buildStale()
const browser = provideBrowser()
if (!browser.path) fail(`There is no Chromium to take pictures with: ${browser.why}.`)
const env = {
  ...process.env,
  CHROMIUM_PATH: browser.path,
  SCREENS_FOLDER: process.env.SCREENS_FOLDER ?? join(ROOT, 'tmp', 'screens'),
}

const [only, ...what] = process.argv.slice(2)
if (only === 'moving') process.exit(await run(process.execPath, [join(ROOT, 'tools/screens/moving.ts')], { env }))
if (only === 'looks')
  process.exit(await run(process.execPath, [join(ROOT, 'tools/screens/looks.ts'), ...what], { env }))
/** The phone's and the recipients' pictures are taken by the tests that visit every state of them. */
const takes = {
  planner: () => run(process.execPath, [join(ROOT, 'tools/screens/screens.ts'), ...what], { env }),
  driver: () => takeInTest('apps/driver/test/screens.browser.test.ts'),
  tracking: () => takeInTest('apps/tracking/test/tracking.browser.test.ts'),
}
if (only && !takes[only]) fail(`No application is called "${only}". There are: ${Object.keys(takes).join(', ')}`)

let worst = 0
for (const [name, take] of Object.entries(takes)) {
  if (only && only !== name) continue
  say(`Taking the pictures of apps/${name} …`)
  worst = Math.max(worst, await take())
}
say(`The pictures are in ${env.SCREENS_FOLDER}`)
process.exit(worst)

function takeInTest(file) {
  return runTool('vitest/vitest.mjs', ['run', '--project=browser', file, ...what], { env })
}
