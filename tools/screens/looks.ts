// The planner's rooms at all sizes, in both schemes and in any language, with what of their layout or for people who cannot see it is at fault:
// `npm run screens -- looks [rooms …] [light-1280 …] [en de …]` builds what they show and calls this. SCREENS_DAY names the answer of a
// day that was prepared before, of a service that runs.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { layoutFaults } from '@routewright/server/testing/layout'
import { seriousFaults } from '@routewright/server/testing/readable'
import { chromium, type Page } from 'playwright-core'
import { furtherRooms } from './further-rooms.ts'
import { phoneRooms } from './phone-rooms.ts'
import { rareRooms } from './rare-rooms.ts'
import { getWords, rooms as plannerRooms } from './rooms.ts'
import { prepareDay, type ScreensDay } from './screens-day.ts'
import { startService } from './start-service.ts'

/** The third but last is a screen of 1,280 × 900 at 200 %. */
const sizes: readonly [width: number, height: number][] = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [640, 450],
  [390, 844],
]
const locales = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', pt: 'pt-PT' }
type Language = keyof typeof locales
const isLanguage = (word: string): word is Language => word in locales

const rooms = { ...plannerRooms, ...furtherRooms, ...rareRooms, ...phoneRooms }
const words = process.argv.slice(2)
const wantedLooks = words.filter((word) => /-\d+$/.test(word))
const wantedLanguages = words.filter(isLanguage)
const wantedRooms = words.filter((word) => !wantedLooks.includes(word) && !isLanguage(word))
const unknown = wantedRooms.filter((name) => !rooms[name])
if (unknown.length > 0) throw new Error(`No room is called ${unknown}. There are: ${Object.keys(rooms).join(', ')}`)

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = process.env.SCREENS_FOLDER ?? join(root, 'tmp', 'screens')
const extract = process.env.SCREENS_OSM
mkdirSync(folder, { recursive: true })

const known = process.env.SCREENS_DAY
const service = known ? undefined : await startService('start', extract ? ['--osm', extract] : [])
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
const day: ScreensDay = known
  ? JSON.parse(readFileSync(known, 'utf8'))
  : await prepareDay(service!.address, service!.directory, browser)

/** Once: a service lets nobody sign in a hundred times an hour. */
const signedIn = await browser.newContext()
await signedIn.request.post(`${day.address}/app/v1/session`, { data: day.login, headers: { origin: day.address } })
const storageState = await signedIn.storageState()

const besides = new Map<string, ReturnType<typeof startService>>()

/** Begun when the first room asks for it. */
function beginService(name: string): ReturnType<typeof startService> {
  if (!besides.has(name)) besides.set(name, startService('serve'))
  return besides.get(name)!
}

/** Placeholders of parts that are still loading. */
const grey = '.mantine-Skeleton-root:visible, main.skeleton'

let faulty = 0
try {
  for (const language of wantedLanguages.length > 0 ? wantedLanguages : (['en', 'de'] as const)) {
    for (const scheme of ['light', 'dark'] as const) {
      for (const [width, height] of sizes) {
        if (wantedLooks.length > 0 && !wantedLooks.includes(`${scheme}-${width}`)) continue
        for (const name of wantedRooms.length > 0 ? wantedRooms : Object.keys(rooms)) {
          await visit(name, { language, scheme, width, height })
        }
      }
    }
  }
} finally {
  await browser.close()
  service?.stop()
  for (const begun of besides.values()) (await begun).stop()
}
process.exitCode = faulty === 0 ? 0 : 1

interface Look {
  language: Language
  scheme: 'light' | 'dark'
  width: number
  height: number
}

async function visit(name: string, { language, scheme, width, height }: Look): Promise<void> {
  const [viewport, locale] = [{ width, height }, locales[language]]
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale,
    storageState,
    permissions: ['geolocation', 'camera'],
    geolocation: { latitude: 47.2, longitude: 9.52 },
  })
  const page = await context.newPage()
  const look = `${language}-${scheme}-${width}`
  try {
    await rooms[name]!({
      page,
      day,
      word: getWords(language),
      beginService,
      async go(path) {
        await page.goto(`${day.address}/planner${path}`)
        await settle(page)
      },
      async take(state) {
        await settle(page)
        await page.screenshot({ path: join(folder, `${state}-${look}.png`) })
        const isGrey = (await page.locator(grey).count()) > 0
        const faults = [
          ...(isGrey ? ['not loaded yet'] : []),
          ...(await layoutFaults(page)),
          ...(await seriousFaults(page)),
        ]
        faulty += faults.length
        console.log([`${state}-${look}`, ...faults].join('\n  '))
      },
    })
  } catch (error) {
    faulty += 1
    console.log(`${name}-${look} could not be visited: ${error}`)
    await page.screenshot({ path: join(folder, `unvisited-${name}-${look}.png`) })
  } finally {
    await context.close()
  }
}

/** Until everything is asked for, the map is drawn and nothing is grey any more, for half a minute at most. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
  const busy = page.locator('.maplibregl-map[aria-busy=true], [class*=_canvas_][aria-busy=true]')
  for (let tries = 0; tries < 20 && (await busy.count()) > 0; tries += 1) await page.waitForTimeout(300)
  for (let tries = 0; tries < 100 && (await page.locator(grey).count()) > 0; tries += 1) await page.waitForTimeout(300)
  await page.waitForTimeout(500)
}
