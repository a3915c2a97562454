// Rare states, made through the interface when the first picture needs them: every kind of exception of a running day, orders
// without a day, copies and fleets to compare, an organization that has nothing, and recipients at each hour of their delivery.
import type { Page } from 'playwright-core'
import type { Visit } from './rooms.ts'

type Needs = Pick<Visit, 'page' | 'day'>
// biome-ignore lint/suspicious/noExplicitAny: records as the interface returns them
type Answer = any

const made = new Map<string, Promise<unknown>>()

/** The same for all looks of a call. */
function once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  if (!made.has(name)) made.set(name, make())
  return made.get(name) as Promise<Made>
}

async function send({ page, day }: Needs, method: string, path: string, data?: unknown): Promise<Answer> {
  const headers = { origin: day.address }
  const answer = await page.request.fetch(`${day.address}${path}`, {
    method,
    headers,
    ...(data !== undefined && { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An attempt, a report from far away, a stop that was passed over, and one without a route. */
export function makeExceptions(needs: Needs): Promise<void> {
  return once('exceptions', async () => {
    const { day } = needs
    const plan = await send(needs, 'GET', `/v2/plan/${day.plan_id}`)
    const open = (route: Answer) => route.stops.filter(({ status }: Answer) => status === 'pending')
    const [route] = plan.routes.filter((route: Answer) => route.status === 'in_transit' && open(route).length > 3)
    if (!route) throw new Error('No van of the day has four stops ahead')
    const [tried, , far] = open(route)
    const report = (stop: Answer, body: object) => send(needs, 'POST', `/v3/stop/${stop.id}/report`, body)
    await report(tried, { type: 'service_report_attempted', comments: 'Gate closed, I come back later' })
    const photo = (await needs.page.screenshot({ type: 'jpeg', quality: 40 })).toString('base64')
    await report(far, {
      type: 'service_report_completed',
      comments: 'Left at the neighbour’s',
      location: { lat: 47.245, lng: 9.535 },
      images: [`data:image/jpeg;base64,${photo}`],
    })
    const stop = {
      label: 'Ordered by phone',
      location: { lat: 47.141, lng: 9.5215, street: 'Städtle 20', city: 'Vaduz' },
    }
    await send(needs, 'POST', `/v2/stops?plan_id=${day.plan_id}`, [stop])
  })
}

/** Orders that wait, some with a last day. */
export function makeBacklog(needs: Needs): Promise<void> {
  return once('backlog', async () => {
    const path = `/app/v1/project/${needs.day.project_id}/backlog`
    if ((await send(needs, 'GET', path)).total > 0) return
    const towns = ['Vaduz', 'Schaan', 'Triesen', 'Balzers', 'Eschen', 'Ruggell']
    const orders = Array.from({ length: 18 }, (_, index) => ({
      ...(index % 3 === 0 && { latest_on: dayIn(2 + (index % 4)) }),
      stop: {
        label: `Order ${2001 + index}`,
        duration: 420,
        location: { lat: 47.07 + index * 0.009, lng: 9.505 + (index % 5) * 0.004, city: towns[index % towns.length] },
        time_windows: index % 2 === 0 ? [[28_800, 43_200]] : [],
      },
    }))
    await send(needs, 'POST', path, orders)
  })
}

/** Two places where vans may charge, one of them always open. */
export function makeChargingPlaces(needs: Needs): Promise<void> {
  return once('charging', async () => {
    const path = `/app/v1/charging_places?project_id=${needs.day.project_id}`
    if ((await send(needs, 'GET', path)).docs.length > 0) return
    const own = { label: 'Hall Schaan', location: { lat: 47.1747, lng: 9.512, street: 'Im alten Riet 22' }, power: 22 }
    const shared = { label: 'Charging park Vaduz', location: { lat: 47.1405, lng: 9.5215 }, power: 150 }
    await send(needs, 'POST', path, [own, { ...shared, points: 4, price_per_kwh: 0.45 }])
  })
}

/** Makes the paces that a day learns of its drivers, once it may. */
export function makePaces(needs: Needs): Promise<void> {
  return once('paces', async () => {
    await send(needs, 'PUT', `/app/v1/project/${needs.day.project_id}/learning`, { uses_paces: true })
  })
}

/** Two copies of the day, and fleets of three sizes. */
export function makeComparisons(needs: Needs): Promise<void> {
  return once('comparisons', async () => {
    const path = `/app/v1/plan/${needs.day.plan_id}`
    const plan = await send(needs, 'GET', `/v2/plan/${needs.day.plan_id}`)
    await send(needs, 'POST', `${path}/duplicate`, {
      label: 'Without Van 8',
      leave_out_routes: [plan.routes.at(-1).id],
    })
    await send(needs, 'POST', `${path}/duplicate`, {
      label: 'All between 9 and 15 o’clock',
      time_window: [32_400, 54_000],
    })
    await send(needs, 'POST', `${path}/fleet_sizes`, { fewer: 1, more: 1, seconds: 2 })
    for (;;) {
      const [last] = await send(needs, 'GET', `${path}/fleet_sizes`)
      if (last.state === 'ready') return
      if (last.state === 'failed') throw new Error(`Fleets could not be tried: ${last.reason}`)
      await needs.page.waitForTimeout(1_000)
    }
  })
}

/** The pages of recipients whose day is to come, whose van is a kilometre away, and who is asked when to come. */
export function makeRecipients(needs: Needs): Promise<{ before: string; near: string; choose: string }> {
  return once('recipients', async () => ({
    before: await beforeTheDay(needs),
    near: await vanNear(needs),
    choose: await askedWhen(needs),
  }))
}

const people = ['Anna Frick', 'Bäckerei Beck', 'Café Central', 'Dora Dürr']

async function beforeTheDay(needs: Needs): Promise<string> {
  const { project_id } = needs.day
  const body = { label: 'The day after tomorrow', execution_date: dayIn(2) }
  const plan = await send(needs, 'POST', `/v2/plan?project_id=${project_id}`, body)
  const stops = people.map((label, index) => ({
    label,
    email: 'recipient@alpen-express.example',
    duration: 300,
    location: {
      lat: 47.14 + index * 0.006,
      lng: 9.52,
      street: `Landstrasse ${12 + index}`,
      postal_code: '9490',
      city: 'Vaduz',
    },
  }))
  const route = { start_location: { lat: 47.1335, lng: 9.5205 }, time_window: [32_400, 61_200], stops }
  const [{ id }] = await send(needs, 'POST', `/v2/routes?plan_id=${plan.id}`, [route])
  return getPage(needs, (await send(needs, 'GET', `/v2/route/${id}`)).stops[2])
}

async function vanNear(needs: Needs): Promise<string> {
  const { day, page } = needs
  for (const { token } of day.drivers) {
    const headers = { authorization: `Bearer ${token}` }
    const { stops } = await (await page.request.get(`${day.address}/driver/v1/route`, { headers })).json()
    const next = stops.find(({ status }: Answer) => status === 'pending')
    if (!next) continue
    const { lat, lng } = next.location
    const positions = [{ lat: lat + 0.006, lng: lng + 0.004, recorded_at: new Date().toISOString(), orientation: 200 }]
    await page.request.post(`${day.address}/driver/v1/positions`, { headers, data: { positions } })
    return getPage(needs, await send(needs, 'GET', `/v2/stop/${next.id}`))
  }
  throw new Error('No van of the day is on its way to somebody')
}

async function askedWhen(needs: Needs): Promise<string> {
  const { project_id } = needs.day
  const [first, second] = [
    [28_800, 43_200],
    [46_800, 61_200],
  ]
  await send(needs, 'PUT', `/app/v1/project/${project_id}/slot_rules`, { grid: [{ windows: [first, second] }] })
  const stop = { label: 'Ida Marxer', location: { lat: 47.1405, lng: 9.5215, street: 'Städtle 32', city: 'Vaduz' } }
  const [{ id }] = await send(needs, 'POST', `/v2/stops?project_id=${project_id}`, [stop])
  const { link } = await send(needs, 'POST', `/app/v1/stop/${id}/slot_choice`, { channels: [] })
  return new URL(new URL(link).pathname, needs.day.address).href
}

function getPage({ day }: Needs, { tracking_url }: Answer): string {
  return new URL(new URL(tracking_url).pathname, day.address).href
}

/** Signs in where an organization was begun a moment ago and has nothing yet. */
export async function signInToNothing(page: Page, beginService: Visit['beginService']): Promise<string> {
  const { address, cookies } = await once('nothing', async () => {
    const service = await beginService('beginner')
    const token = service.setupUrl.split('/setup/')[1]
    const password = 'a-password-for-pictures'
    const data = { organization: 'Alpen Express', name: 'Nora Frick', email: 'nora@alpen-express.example', password }
    const answer = await page.request.post(`${service.address}/app/v1/setup/${token}`, {
      data: { ...data, timezone: 'Europe/Vaduz' },
      headers: { origin: service.address },
    })
    if (!answer.ok()) throw new Error(`The first organization: ${answer.status()} ${await answer.text()}`)
    return { address: service.address, cookies: await page.context().cookies(service.address) }
  })
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  return address
}
