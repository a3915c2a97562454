// The breaks that a law asks for as the driver meets them: why each is, when, and that it is on the way.
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

const hour = 3_600
const place = (lat: number) => ({ lat, lng: 9.52 })
/** A day of about ten hours of driving, north and back: two breaks at least, of which one is on the way. */
const longDay = [48.5, 50, 48].map((lat) => ({ label: `At ${lat}`, location: place(lat), duration: 600 }))
const ofDay = { driving_rules: { law: 'eu' }, time_window: [0, 36 * hour], end_location: place(47.13) }

interface Break {
  law?: string
  reason?: string
  is_on_the_way?: boolean
  is_completed: boolean
  planned_start_time: number
}

const looks = [
  {
    language: 'en',
    colorScheme: 'light',
    onTheWay: 'on the way',
    why: /45\Wmin after 4\Wh 30\Wmin of driving \(EU 561\/2006\)/,
  },
  {
    language: 'de',
    colorScheme: 'dark',
    onTheWay: 'unterwegs',
    why: /45\Wmin nach 4\Wh 30\Wmin Lenkzeit \(EU 561\/2006\)/,
  },
] as const

test.each(looks)(
  'each break tells why, when and where it is ($language, $colorScheme)',
  async (look) => {
    const route = await world.createRoute({}, ofDay, longDay)
    const { breaks } = await route.call('GET', `/v2/route/${route.id}`)
    const lawful = breaks.filter(({ law }: Break) => law === 'eu') as Break[]
    expect(lawful.length).toBeGreaterThan(1)
    expect(lawful.some((pause) => pause.is_on_the_way)).toBe(true)
    const phone = await startPhone(world, look)
    const { page } = phone
    try {
      await page.goto(route.link)
      await page.locator('.dock .main').click()
      const next = page.locator('.break-line')
      await next.waitFor()
      const lines = [(await next.textContent()) ?? '', ...(await page.locator('.break-note').allTextContents())]
      expect(lines).toHaveLength(lawful.length)
      expect(
        lines.some((line) => look.why.test(line)),
        lines.join('; '),
      ).toBe(true)
      expect(lines.filter((line) => line.includes(look.onTheWay))).toHaveLength(
        lawful.filter((pause) => pause.is_on_the_way).length,
      )
      for (const line of lines) expect(line).toMatch(/\d{1,2}:\d{2}.*–.*\d{1,2}:\d{2}/)
      expect(await seriousFaults(page)).toEqual([])
      const shot = async (name: string) => {
        if (!folder) return
        mkdirSync(folder, { recursive: true })
        await page.screenshot({ path: join(folder, `driving-${name}-${look.language}.png`), fullPage: true })
      }
      await shot('route')
      await next.click()
      await page.locator('.clock').getByText(look.why).or(page.locator('.clock p.dim')).first().waitFor()
      expect(await page.locator('.clock').textContent()).toMatch(/\d{1,2}:\d{2}/)
      await shot('break')
      await page.locator('.dock .main').click()
      await page.getByRole('timer').waitFor()
      // The law is told while the break runs, too.
      expect(await page.locator('.clock').textContent()).toMatch(/EU|2002/)
      expect(await seriousFaults(page)).toEqual([])
      expect(phone.complaints).toEqual([])
    } finally {
      await phone.close()
    }
  },
  120_000,
)
