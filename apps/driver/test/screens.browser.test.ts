import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DriverWorld, type Phone, startDriverWorld, startPhone, workerReady } from './driver-world.ts'

const folder = process.env.SCREENS_FOLDER

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())

async function shoot(page: Page, name: string) {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.waitForTimeout(250)
  await page.screenshot({ path: join(folder, `driver-${name}.png`) })
}

test('look', async () => {
  const phone: Phone = await startPhone(world, {})
  const route = await world.createRoute(
    { photo_required: true, driver_may_reorder: true, dispatcher_phone: '+423 555 00 00' },
    { vehicle: { break: { start: 43_200, end: 46_800, duration: 1_800 } } },
  )
  const { page } = phone
  await page.goto(route.link)
  await page.getByRole('button', { name: 'Start route' }).waitFor()
  await workerReady(page)
  await shoot(page, 'today')
  expect(phone.complaints).toEqual([])
  await page.getByRole('button', { name: /Load check/ }).click()
  await shoot(page, 'load')
  await page.getByRole('button', { name: 'Scan parcels' }).click()
  await page.getByText('5 / 5').waitFor({ timeout: 30_000 })
  await shoot(page, 'scanner')
  await phone.close()
}, 120_000)
