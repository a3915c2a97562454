// Keeps the pictures that docs/screens shows, as WebP: `node tools/screens/keep.ts [folder]`, after `npm run screens`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { chromium } from 'playwright-core'

/** The ones that show most: every application, light and dark, wide and narrow. */
const kept = [
  ...['editor-light-1280', 'editor-dark-1920', 'stop-light-1280', 'route-dark-1280', 'optimize-light-1280'],
  ...['dispatch-light-1280', 'live-light-1280', 'live-dark-1280', 'live-stop-light-1280', 'import-check-light-1280'],
  ...['import-place-dark-1280', 'plans-light-1280', 'fleet-light-1280'],
  ...['analytics-light-1280', 'settings-messages-light-1280', 'supervisor-light-1280'],
].map((name) => `planner-${name}`)
kept.push(...['today', 'route-dark', 'map', 'stop', 'deliver-dark', 'queue'].map((name) => `driver-${name}`))
kept.push(...['planned', 'on-the-way', 'done-dark'].map((name) => `tracking-${name}`))
/** Where words begin to blur is at about 70. */
const quality = 0.82

const root = fileURLToPath(new URL('../../', import.meta.url))
const source = process.argv[2] ?? join(root, 'tmp', 'screens')
const target = join(root, 'docs', 'screens')
const pictures = kept.map((name) => ({ name, png: readFileSync(join(source, `${name}.png`)).toString('base64') }))
mkdirSync(target, { recursive: true })
for (const name of readdirSync(target)) rmSync(join(target, name))

const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
try {
  const page = await browser.newPage()
  let total = 0
  for (const { name, png } of pictures) {
    const webp = Buffer.from(await page.evaluate<string>(encode(png)), 'base64')
    writeFileSync(join(target, `${name}.webp`), webp)
    total += webp.length
  }
  console.log(`${pictures.length} pictures, ${(total / 1024).toFixed(0)} kB`)
} finally {
  await browser.close()
}

/** Code that the browser runs to encode one picture; it returns base64 without the head of its data address. */
function encode(png: string): string {
  return `(async () => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', ${quality}).split(',')[1]
  })()`
}
