// Takes pictures of the planner's screens from a service of its own with its demo day, light and dark, 1280 and 1920 wide:
// `npm run screens -- planner [groups …] [light-1280 …]` builds what they show and calls this.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { prepareDay, reportPositions, type ScreensDay } from './screens-day.ts'
import { startService } from './start-service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const wanted = process.argv.slice(2)
const sizes = wanted.filter((word) => /-\d+$/.test(word))
const names = wanted.filter((word) => !sizes.includes(word))
const folder = process.env.SCREENS_FOLDER ?? join(root, 'tmp', 'screens')
const extract = process.env.SCREENS_OSM
mkdirSync(folder, { recursive: true })

const service = await startService('start', extract ? ['--osm', extract] : [])
const { address } = service
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
const day = await prepareDay(address, service.directory, browser)
const untouched = names.length === 0 || names.includes('setup') ? await startService('serve') : undefined

type Take = (name: string) => Promise<void>

/** Each group of screens, by the names that may be asked for. */
const groups: Record<string, (page: Page, take: Take) => Promise<void>> = {
  'sign-in': takeSignIn,
  links: takeLinkPages,
  setup: takeSetup,
  today: takeToday,
  plans: takePlans,
  editor: takeEditor,
  live: takeLive,
  import: takeImport,
  records: takeRecords,
  analytics: takeAnalytics,
  settings: takeSettings,
  supervisor: takeSupervisor,
}

try {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      if (sizes.length > 0 && !sizes.includes(`${scheme}-${width}`)) continue
      for (const [name, group] of Object.entries(groups)) {
        if (names.length > 0 && !names.includes(name)) continue
        await takeGroup(group, { width, height, scheme })
      }
    }
  }
} finally {
  await browser.close()
  service.stop()
  untouched?.stop()
}

interface Look {
  width: number
  height: number
  scheme: 'light' | 'dark'
}

/** Once more where it fails: a busy machine keeps a page waiting for longer than anybody would. */
async function takeGroup(group: (typeof groups)[string], look: Look, triesLeft = 2): Promise<void> {
  const { width, height, scheme } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: 'en-GB' })
  const page = await context.newPage()
  try {
    await group(page, (screen) => save(page, `planner-${screen}-${scheme}-${width}`))
  } catch (error) {
    if (triesLeft === 0) throw error
    console.log(`Once more: ${error}`)
    await takeGroup(group, look, triesLeft - 1)
  } finally {
    await context.close()
  }
}

async function signInAs(context: BrowserContext, login: ScreensDay['login'] = day.login): Promise<void> {
  await context.request.post(`${address}/app/v1/session`, { data: login, headers: { origin: address } })
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${address}/planner${path}`)
}

async function takeSignIn(page: Page, take: Take): Promise<void> {
  await go(page, '/sign-in')
  await page.getByLabel('E-mail').waitFor()
  await take('sign-in')
}

async function takeLinkPages(page: Page, take: Take): Promise<void> {
  for (const [name, path] of [
    ['forgotten', '/forgotten'],
    ['reset', day.reset_path],
    ['invite', day.invite_path],
  ] as const) {
    await go(page, path)
    await page.getByRole('textbox').first().waitFor()
    await take(name)
  }
}

async function takeSetup(page: Page, take: Take): Promise<void> {
  await page.goto(untouched!.setupUrl.replace(/^https?:\/\/[^/]+(\/planner)?/, `${untouched!.address}/planner`))
  await page.getByRole('textbox').first().waitFor()
  await take('setup')
}

async function takeToday(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  await go(page, '/today')
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await take('today')
}

async function takePlans(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  await go(page, '/plans')
  await page.getByText('Demo day').first().waitFor()
  await take('plans')
  await go(page, '/plans?view=calendar')
  await page.getByText('Demo day').first().waitFor()
  await take('calendar')
}

async function takeEditor(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  await go(page, `/plan/${day.plan_id}`)
  await page.locator('[data-row=stop]').first().waitFor()
  await settleMap(page)
  await take('editor')
  await page.locator('[data-row=stop]').nth(2).click()
  await take('stop')
  await page.locator('[data-timeline-route] button').nth(1).click()
  await take('route')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Apply' }).waitFor()
  await take('optimize')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('d')
  await page.getByRole('checkbox').first().waitFor()
  await take('dispatch')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await take('keys')
}

async function takeLive(page: Page, take: Take): Promise<void> {
  await reportPositions(day)
  await signInAs(page.context())
  await go(page, `/plan/${day.plan_id}?mode=live`)
  await page.getByText(/^Needs attention/).waitFor()
  await settleMap(page)
  await take('live')
  for (const [part, name] of [
    ['Vehicles', 'live-vehicles'],
    ['Reports', 'live-reports'],
    ['Messages', 'live-messages'],
  ] as const) {
    await page.getByText(part, { exact: true }).click()
    await take(name)
  }
  await page.getByText('Reports', { exact: true }).first().click()
  await page.getByRole('listitem').filter({ hasText: 'Completed' }).first().getByRole('button').click()
  await take('live-stop')
}

/** Thirty rows with three broken ones, of which the last address is not to be found. */
function rows(): string {
  const lines = ['Order number\tCustomer\tAddress\tTime window\tPhone\tWeight (kg)\tParcels\tFragile']
  const streets = ['Landstrasse', 'Feldweg', 'Dorfstrasse', 'Bahnhofstrasse', 'Rheinstrasse']
  const towns = ['9490 Vaduz', '9494 Schaan', '9495 Triesen', '9496 Balzers', '9492 Eschen']
  for (let row = 1; row <= 30; row += 1) {
    const window = row === 4 ? 'whenever' : row % 2 === 0 ? '8-12' : '8-12, 14-18'
    const weight = row === 9 ? 'heavy' : `${(row * 7) % 23}.5`
    const address = row === 12 ? 'Nowhere 1' : `${streets[row % 5]} ${row}, ${towns[row % 5]}`
    const order = row === 7 ? 'W-1006' : `W-${1000 + row}`
    lines.push(
      [
        order,
        `Customer ${row}`,
        address,
        window,
        `+423 555 ${2000 + row}`,
        weight,
        `P-${row}`,
        row % 3 === 0 ? 'yes' : 'no',
      ].join('\t'),
    )
  }
  return lines.join('\n')
}

async function takeImport(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  await go(page, `/plan/${day.tomorrow_id}/import`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await take('import-file')
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(rows())
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await page.getByRole('button', { name: 'Check rows' }).waitFor()
  await take('import-columns')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page
    .getByText(/doubtful|to create/)
    .first()
    .waitFor()
  await page.waitForTimeout(2_500)
  await page.getByRole('button', { name: 'Next problem' }).click()
  await take('import-check')
  await page.getByRole('button', { name: /^Row 12:/ }).click()
  await page.getByRole('dialog').waitFor()
  await settleMap(page)
  await take('import-place')
}

async function takeRecords(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  for (const name of ['fleet', 'clients', 'recurring'] as const) {
    await go(page, `/${name}`)
    await page.getByRole('table').waitFor()
    await take(name)
    await page.getByRole('row').nth(1).getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
    await take(`${name}-form`)
  }
  await go(page, '/zones')
  await page.getByRole('button', { name: 'Oberland' }).click()
  await settleMap(page)
  await take('zones')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Order, parcel/ }).fill('ba')
  await page.getByRole('option').first().waitFor()
  await take('search')
  await go(page, `/plan/${day.plan_id}/export`)
  await page.getByRole('radio', { name: 'Stops' }).waitFor()
  await take('export')
  await go(page, `/plan/${day.tomorrow_id}/recurring`)
  await page.getByRole('button', { name: 'Add to plan' }).waitFor()
  await take('recurring-fill')
}

async function takeAnalytics(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  await go(page, '/analytics')
  await page.getByText('Stops per day').waitFor()
  await page.locator('.recharts-surface').first().waitFor()
  await page.waitForTimeout(1_500)
  await take('analytics')
}

async function takeSettings(page: Page, take: Take): Promise<void> {
  await signInAs(page.context())
  for (const part of [
    'project',
    'driving',
    'deliveries',
    'fields',
    'recipients',
    'branding',
    'people',
    'account',
    'organization',
    'keys',
    'webhooks',
    'audit',
  ]) {
    await go(page, `/settings/${part}`)
    await page.locator('main section').first().waitFor()
    await take(`settings-${part}`)
  }
  await go(page, '/settings/recipients')
  await page.getByRole('textbox', { name: 'Subject' }).scrollIntoViewIfNeeded()
  await page.locator('iframe').waitFor()
  await take('settings-messages')
}

async function takeSupervisor(page: Page, take: Take): Promise<void> {
  await signInAs(page.context(), day.supervisor)
  await go(page, '/')
  await page.getByRole('heading', { name: 'My stops' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await take('supervisor')
}

/** Until the map has drawn everything, for half a minute at most: a page without a street map never says so. */
async function settleMap(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor()
  const busy = page.locator('.maplibregl-map[aria-busy=true]')
  for (let tries = 0; tries < 60; tries += 1) {
    await page.waitForTimeout(500)
    if (tries >= 5 && (await busy.count()) === 0) return
  }
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(name)
}
