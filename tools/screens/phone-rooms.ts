// The driver's app and the recipients' page as a phone and a desk show them: for pictures at all sizes, in both schemes and every language.
import type { Visit } from './rooms.ts'

export const phoneRooms: Record<string, (visit: Visit) => Promise<void>> = {
  driver: async ({ page, day, take }) => {
    await openRoute(page, day)
    await take('driver-route')
    await page.getByRole('link').or(page.getByRole('button')).last().scrollIntoViewIfNeeded()
    await take('driver-route-end')
  },
  'driver-offline': async ({ page, day, take }) => {
    await openRoute(page, day)
    await page.context().setOffline(true)
    await page.waitForTimeout(1_000)
    await take('driver-offline')
    await page.context().setOffline(false)
  },
  'driver-sign-in': async ({ page, day, take }) => {
    await page.goto(`${day.address}/d/`)
    await take('driver-sign-in')
    await page.goto(`${day.address}/d/no-such-link`)
    await take('driver-no-link')
  },
  recipient: async ({ page, day, take }) => {
    for (const [status, link] of Object.entries(await linksOf({ page, day }))) {
      await page.goto(link)
      await page.locator('h1').first().waitFor()
      await take(`recipient-${status}`)
    }
    await page.goto(`${day.address}/t/no-such-link`)
    await take('recipient-no-link')
  },
}

async function openRoute(page: Visit['page'], day: Visit['day']): Promise<void> {
  await page.goto(`${day.address}/d/${day.drivers[0]!.token}`)
  await page.locator('h1, h2').first().waitFor()
}

/** The page of a recipient for one stop of each status. */
async function linksOf({ page, day }: Pick<Visit, 'page' | 'day'>): Promise<Record<string, string>> {
  const answer = await page.request.get(`${day.address}/v2/plan/${day.plan_id}`)
  const { stops } = (await answer.json()) as { stops: { status: string; tracking_url?: string }[] }
  const links: Record<string, string> = {}
  for (const { status, tracking_url } of stops) {
    if (tracking_url) links[status] ??= new URL(new URL(tracking_url).pathname, day.address).href
  }
  if (Object.keys(links).length === 0) throw new Error('No stop of the day has a page for its recipient')
  return links
}
