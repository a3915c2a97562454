// Takes the screenshots of docs/screens from a running service with its demo day:
// `node apps/planner/scripts/screens.ts http://127.0.0.1:3000 <data folder>`, light and dark, 1280 and 1920 pixels wide.
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

const [address, dataFolder] = process.argv.slice(2)
if (!address || !dataFolder) throw new Error('Give the address of the service and its data folder.')
const demo = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as {
  plan_id: string
  login: { email: string; password: string }
}
const folder = fileURLToPath(new URL('../../../docs/screens/', import.meta.url))
mkdirSync(folder, { recursive: true })

const sizes = [
  [1280, 800],
  [1920, 1080],
] as const
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags })
for (const [width, height] of sizes) {
  for (const scheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: 'en-GB' })
    await takeAll(context, `${scheme}-${width}`)
    await context.close()
  }
}
await browser.close()

async function takeAll(context: BrowserContext, suffix: string): Promise<void> {
  const page = await context.newPage()
  const take = async (name: string) => {
    // The map draws a moment longer than the page loads.
    await page.waitForTimeout(900)
    await save(page, `planner-${name}-${suffix}`)
  }
  await page.goto(`${address}/planner/sign-in`)
  await page.getByLabel('E-mail').waitFor()
  await take('sign-in')
  await context.request.post(`${address}/app/v1/session`, { data: demo.login, headers: { origin: address! } })
  await page.goto(`${address}/planner/plans`)
  await page.getByText('Demo day').first().waitFor()
  await take('plans')
  await page.goto(`${address}/planner/plans?view=calendar`)
  await page.getByText('Demo day').first().waitFor()
  await take('calendar')
  await page.goto(`${address}/planner/plan/${demo.plan_id}`)
  await page.locator('[data-row=stop]').first().waitFor()
  await page.waitForTimeout(2_500)
  await take('editor')
  await page.locator('[data-row=stop]').nth(2).click()
  await take('stop')
  await page.locator('[data-row=route]').nth(1).click()
  await take('route')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Start optimizing' }).waitFor()
  await take('optimize')
  await page.keyboard.press('d')
  await take('dispatch')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await take('keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await take('live')
}

/** Photographs would be smaller as JPEG, but words must stay sharp: a picture that is too large fails. */
async function save(page: Page, name: string): Promise<void> {
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path })
  const kilobytes = statSync(path).size / 1024
  console.log(`${name} ${kilobytes.toFixed(0)} kB`)
  if (kilobytes > 400) throw new Error(`${name} is ${kilobytes.toFixed(0)} kB`)
}
