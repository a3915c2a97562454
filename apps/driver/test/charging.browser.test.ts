// Charging on the way as the driver meets it: where, from when to when, how much, the way there, and the report on leaving.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DriverWorld, startDriverWorld, startPhone } from './driver-world.ts'

/** Where pictures go, when somebody wants to look at them. */
const folder = process.env.SCREENS_FOLDER

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())

const place = (lat: number) => ({ lat, lng: 9.52 })
const farStops = [47.3, 47.6, 47.7].map((lat) => ({ label: `At ${lat}`, location: place(lat), duration: 600 }))
const electric = {
  battery: { capacity: 30_000, consumption: 200 },
  time_window: [0, 108_000],
  end_location: place(47.13),
}

const looks = [
  { language: 'en', colorScheme: 'light', amount: /charge \d+(\.\d)?\WkWh, to \d+\W?%/ },
  { language: 'de', colorScheme: 'dark', amount: /\d+(,\d)?\WkWh laden, bis \d+\W?%/ },
] as const

test.each(looks)(
  'each charging tells when and how much, leads there, and is told of ($language, $colorScheme)',
  async (look) => {
    const route = await world.createRoute({}, electric, farStops)
    const { project_id } = await route.call('GET', `/v2/route/${route.id}`)
    const charger = { label: `Chargers ${look.language}`, location: place(47.45), power: 50 }
    await route.call('POST', '/app/v1/charging_place', charger, { project_id })
    const { planned_charge } = await route.call('GET', `/v2/route/${route.id}`)
    expect(planned_charge.charging.length).toBeGreaterThan(0)
    const phone = await startPhone(world, look)
    const { page } = phone
    try {
      await page.goto(route.link)
      await page.locator('.dock .main').click()
      const notes = page.locator('.charging')
      await notes.first().waitFor()
      expect(await notes.count()).toBe(planned_charge.charging.length)
      const text = (await notes.first().textContent()) ?? ''
      expect(text).toContain('Chargers ')
      expect(text).toMatch(/\d{1,2}:\d{2}.*–.*\d{1,2}:\d{2}/)
      expect(text).toMatch(look.amount)
      await notes.first().locator('button.second').click()
      const link = page.locator('a.button[href*="google.com/maps"]')
      expect(await link.getAttribute('href')).toContain(encodeURIComponent('47.45,9.52'))
      expect(await seriousFaults(page)).toEqual([])
      expect(phone.complaints).toEqual([])
      await page.keyboard.press('Escape')
      const take = async (name: string) => {
        if (!folder) return
        mkdirSync(folder, { recursive: true })
        await page.screenshot({ path: join(folder, `${name}-${look.language}.png`), fullPage: true })
      }
      await take('charging-driver')
      await notes.first().locator('button.quiet').click()
      await notes.first().locator('input').fill('180')
      await notes.first().locator('[role=alert]').waitFor()
      expect(await notes.first().locator('button.good').isDisabled()).toBe(true)
      await notes.first().locator('input').fill('85')
      await take('charging-asked')
      expect(await seriousFaults(page)).toEqual([])
      await notes.first().locator('button.good').click()
      await notes
        .first()
        .getByText(/85\W?%/)
        .waitFor()
      await take('charging-told')
      await expect
        .poll(async () => {
          const { planned_charge: now } = await route.call('GET', `/v2/route/${route.id}`)
          return now.charging[0]
        })
        .toMatchObject({ departure: 0.85, real_end_time: expect.any(String) })
    } finally {
      await phone.close()
    }
  },
  120_000,
)
