// The driver's app and the recipients' page as a phone and a desk show them: for pictures at all sizes, in both schemes and every language.
import { makeRecipients } from './rare-states.ts'
import type { Visit } from './rooms.ts'

/** The driver's map does not tell when it is drawn. */
const mapMilliseconds = 8_000

export const phoneRooms: Record<string, (visit: Visit) => Promise<void>> = {
  driver: async ({ page, day, take }) => {
    await openRoute(page, day)
    await take('driver-route')
    await page.getByRole('link').or(page.getByRole('button')).last().scrollIntoViewIfNeeded()
    await take('driver-route-end')
  },
  'driver-pages': async ({ page, day, take }) => {
    await openRoute(page, day)
    const stops = await pendingStops(page, day)
    const pages = ['today', 'load', 'map', 'problem', 'break', 'menu', 'talk', 'queue']
    for (const path of [...pages, ...['', '/deliver', '/failed'].map((part) => `stop/${stops[0]}${part}`)]) {
      await page.evaluate(`location.hash = ${JSON.stringify(`/${path}`)}`)
      await page.locator('main').first().waitFor()
      if (path === 'map') await page.waitForTimeout(mapMilliseconds)
      await take(`driver-${path.replace(/stop\/\w+\/?/, 'stop-').replace(/-$/, '')}`)
    }
    await page.evaluate(`location.hash = '/load'`)
    await page.locator('.dock .main').click()
    await page.locator('.scanner').waitFor()
    await take('driver-scanner')
  },
  'recipient-times': async ({ page, day, take }) => {
    const { before, near, choose } = await makeRecipients({ page, day })
    for (const [name, link] of Object.entries({ before, near, choose })) {
      await page.goto(link)
      await page.locator('h1').first().waitFor()
      await take(`recipient-${name}`)
    }
    await page.getByRole('group').nth(1).getByRole('button').first().click()
    await take('recipient-choose-again')
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
    for (const [status, link] of Object.entries(await collectLinks({ page, day }))) {
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

/** Stops ahead of the day's first van. */
async function pendingStops(page: Visit['page'], day: Visit['day']): Promise<string[]> {
  const headers = { authorization: `Bearer ${day.drivers[0]!.token}` }
  const answer = await page.request.get(`${day.address}/driver/v1/route`, { headers })
  const { stops } = (await answer.json()) as { stops: { id: string; status: string }[] }
  return stops.filter(({ status }) => status === 'pending').map(({ id }) => id)
}

/** The page of a recipient for one stop of each status. */
async function collectLinks({ page, day }: Pick<Visit, 'page' | 'day'>): Promise<Record<string, string>> {
  const answer = await page.request.get(`${day.address}/v2/plan/${day.plan_id}`)
  const { stops } = (await answer.json()) as { stops: { status: string; tracking_url?: string }[] }
  const links: Record<string, string> = {}
  for (const { status, tracking_url } of stops) {
    if (tracking_url) links[status] ??= new URL(new URL(tracking_url).pathname, day.address).href
  }
  if (Object.keys(links).length === 0) throw new Error('No stop of the day has a page for its recipient')
  return links
}
