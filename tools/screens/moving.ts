// Takes the moving picture of the README from a real service: a table is imported, planned, applied, and a stop is dragged.
// `npm run screens -- moving` builds what it shows and calls this; the picture goes to docs/pictures/first-plan.webp.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { animatedWebp, type Frame } from './animated-webp.ts'
import { startService } from './start-service.ts'

interface Still {
  png: string
  milliseconds: number
}

interface Cut extends Omit<Frame, 'webp' | 'milliseconds'> {
  /** Base64. */
  data: string
}

const seen = { width: 1200, height: 750 }
const shown = { width: 960, height: 600 }
const quality = 0.62
const mostBytes = 1_000_000
const target = fileURLToPath(new URL('../../docs/pictures/first-plan.webp', import.meta.url))
const stills: Still[] = []

const service = await startService('start')
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
try {
  const context = await browser.newContext({ viewport: seen, colorScheme: 'light', locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(showPointer)
  await play(page)
  const file = await encode(browser)
  if (file.length > mostBytes) throw new Error(`The picture has ${file.length} bytes, ${mostBytes} at most.`)
  writeFileSync(target, file)
  console.log(`${stills.length} frames, ${(file.length / 1024).toFixed(0)} kB`)
} finally {
  await browser.close()
  service.stop()
}

async function take(page: Page, milliseconds: number): Promise<void> {
  stills.push({ png: (await page.screenshot()).toString('base64'), milliseconds })
}

/** The whole story; its last frame is looked at the longest. */
async function play(page: Page): Promise<void> {
  const demo = JSON.parse(readFileSync(join(service.directory, 'demo.json'), 'utf8'))
  const { request } = page.context()
  const headers = { origin: service.address }
  await request.post(`${service.address}/app/v1/session`, { data: demo.login, headers })
  const { stops } = await (await request.get(`${service.address}/v2/plan/${demo.plan_id}`)).json()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const made = await request.post(`${service.address}/v2/plan?project_id=${demo.project_id}`, {
    data: { label: 'Tomorrow', execution_date: tomorrow },
    headers,
  })
  const plan = (await made.json()).id as string
  await importTable(page, plan, getTable(stops))
  await optimize(page)
  await dragStop(page)
}

/** Sixty orders of the demo as somebody keeps them in a table. */
function getTable(stops: readonly { label: string; location: Record<string, string> }[]): string {
  const lines = stops.slice(0, 60).map(({ label, location }, index) => {
    const { street = '', city = '', postal_code = '' } = location
    return [1001 + index, label, street, `${postal_code} ${city}`, ['9-12', '', 'ab 13'][index % 3], 5].join('\t')
  })
  return ['Order\tCustomer\tStreet\tTown\tTime window\tMinutes', ...lines].join('\n')
}

async function importTable(page: Page, plan: string, table: string): Promise<void> {
  await page.goto(`${service.address}/planner/plan/${plan}/import`)
  const cells = page.getByRole('textbox', { name: 'Or paste cells' })
  await cells.fill(table)
  await cells.evaluate('(box) => box.scrollTo(0, 0)')
  await take(page, 1600)
  await press(page, page.getByRole('button', { name: 'Use these cells' }))
  await page.getByRole('button', { name: 'Check rows' }).waitFor()
  await take(page, 1600)
  await press(page, page.getByRole('button', { name: 'Check rows' }))
  const send = page.getByRole('button', { name: /^Import \d+ stops/ })
  await send.and(page.locator(':enabled')).waitFor()
  await settle(page)
  await take(page, 1600)
  await press(page, send)
  await press(
    page,
    page
      .getByRole('link', { name: /plan/i })
      .or(page.getByRole('button', { name: /plan/i }))
      .last(),
  )
  await page.locator('[data-row=stop]').first().waitFor()
  await settle(page)
  await take(page, 1400)
}

async function optimize(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Optimize' }).first())
  const apply = page.getByRole('button', { name: 'Apply' })
  for (let at = 0; at < 3 && (await apply.count()) === 0; at += 1) {
    await page.waitForTimeout(900)
    await take(page, 500)
  }
  await apply.waitFor()
  await settle(page)
  await take(page, 2000)
  await press(page, apply)
  await apply.waitFor({ state: 'hidden' })
  await settle(page)
  await take(page, 1600)
}

/** The third stop of the first route goes to another route of the timeline. */
async function dragStop(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await settle(page)
  const from = await middle(page.locator('[data-row=stop]').nth(2))
  const to = await middle(page.locator('[data-timeline-route] button').last())
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const steps = 6
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, { steps: 3 })
    if (step === steps) await page.getByRole('status').filter({ hasText: '·' }).waitFor()
    await take(page, step === steps ? 1800 : 150)
  }
  await page.mouse.up()
  await settle(page)
  await take(page, 3000)
}

async function press(page: Page, what: Locator): Promise<void> {
  const { x, y } = await middle(what)
  await page.mouse.move(x, y, { steps: 4 })
  await take(page, 350)
  await what.click()
}

async function middle(what: Locator): Promise<{ x: number; y: number }> {
  await what.waitFor()
  await what.scrollIntoViewIfNeeded()
  const box = (await what.boundingBox())!
  return { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 }
}

/** Until the map, where there is one, has drawn what it has. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(1_200)
  const busy = page.locator('.maplibregl-map[aria-busy=true]')
  for (let tries = 0; tries < 40 && (await busy.count()) > 0; tries += 1) await page.waitForTimeout(500)
}

/** Pictures of pages do not show the pointer: a dot goes where it is. */
function showPointer(): void {
  const page = globalThis as unknown as {
    addEventListener: (type: string, hear: (event: never) => void) => void
    document: never
  }
  page.addEventListener('mousemove', (event: { clientX: number; clientY: number }) => {
    // biome-ignore lint/suspicious/noExplicitAny: the browser's types are not those of this script
    const { document } = page as any
    const dot = document.getElementById('pointer') ?? document.body.appendChild(document.createElement('div'))
    dot.id = 'pointer'
    dot.style.cssText = `position:fixed;z-index:99999;pointer-events:none;width:18px;height:18px;margin:-9px;border-radius:50%;background:#1557c066;border:2px solid #1557c0;left:${event.clientX}px;top:${event.clientY}px`
  })
}

async function encode(from: Browser): Promise<Buffer> {
  const page = await from.newPage()
  const frames: Frame[] = []
  for (const [index, { png, milliseconds }] of stills.entries()) {
    const cut = await page.evaluate<Cut | null>(cutOut(png, index === 0))
    // The picture is unchanged: the frame before is shown longer.
    if (cut === null) frames.at(-1)!.milliseconds += milliseconds
    else frames.push({ ...cut, webp: Buffer.from(cut.data, 'base64'), milliseconds })
  }
  return animatedWebp(shown.width, shown.height, frames)
}

/** Code that the browser runs for a frame: scaled down, and cut to the part that differs from the frame before. */
function cutOut(png: string, isFirst: boolean): string {
  const { width, height } = shown
  return `(async () => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const context = canvas.getContext('2d', { alpha: false })
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, ${width}, ${height})
    const pixels = new Uint32Array(context.getImageData(0, 0, ${width}, ${height}).data.buffer)
    let [left, top, right, bottom] = ${isFirst} ? [0, 0, ${width}, ${height}] : [${width}, ${height}, 0, 0]
    for (let at = 0; !${isFirst} && at < pixels.length; at += 1) {
      if (pixels[at] === globalThis.before[at]) continue
      const x = at % ${width}, y = (at - x) / ${width}
      left = Math.min(left, x); right = Math.max(right, x + 1)
      top = Math.min(top, y); bottom = Math.max(bottom, y + 1)
    }
    globalThis.before = pixels
    if (right <= left) return null
    left -= left % 2; top -= top % 2
    const part = Object.assign(document.createElement('canvas'), { width: right - left, height: bottom - top })
    part.getContext('2d', { alpha: false }).drawImage(canvas, -left, -top)
    const data = part.toDataURL('image/webp', ${quality}).split(',')[1]
    return { left, top, width: part.width, height: part.height, data }
  })()`
}
