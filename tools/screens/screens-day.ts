// Fills the demo organization for its pictures, through the interface that every client uses: a running day with drivers
// under way, an address book, zones, people, keys and messages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

interface Demo {
  project_id: string
  api_key: string
  plan_id: string
  login: { email: string; password: string }
}

interface Driver {
  token: string
  lat: number
  lng: number
  isSilent: boolean
}

export interface ScreensDay extends Demo {
  address: string
  /** A plan of tomorrow to import into. */
  tomorrow_id: string
  supervisor: { email: string; password: string }
  invite_path: string
  /** Drivers on the road: the token of the link, and where the van is. */
  drivers: Driver[]
  reset_path: string
}

// biome-ignore lint/suspicious/noExplicitAny: records as the interface returns them
type Answer = any

const minuteMs = 60_000
const dayMs = 86_400_000
const zone = 'Europe/Vaduz'
const dayKey = (moment: number) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(moment)

/** Fills the service, which must be fresh, and returns the subjects of the pictures. */
export async function prepareDay(address: string, dataFolder: string, browser: Browser): Promise<ScreensDay> {
  const demo = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as Demo
  const cookie = await signIn(address, demo.login)
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isOwn = Object.keys(headers).length === 0
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isOwn ? { cookie, origin: address } : headers),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? undefined : await answer.json()) as Answer
  }
  const of = `project_id=${demo.project_id}`
  const pictures = await drawPictures(browser)
  // Before the settings change: its days are made by those of the demo.
  await pastIsMade(send, demo.project_id)

  const reasons = ['Recipient absent', 'Wrong address', 'Refused', 'No access']
  await send('PUT', `/app/v1/project/${demo.project_id}`, {
    settings: {
      dispatcher_phone: '+423 555 01 00',
      photo_required: true,
      driver_may_reorder: true,
      language: 'en',
      custom_field_definitions: [
        { name: 'floor', label: 'Floor', type: 'number', applies_to: 'stop' },
        { name: 'fragile', label: 'Fragile', type: 'boolean', applies_to: 'stop' },
      ],
    },
    cancel_reasons: reasons.map((label) => ({ id: label.toLowerCase().replace(' ', '_'), label, enabled: true })),
  })
  const kinds = Object.fromEntries(
    ['planned', 'started', 'approaching', 'completed', 'failed'].map((kind) => [kind, { email: true }]),
  )
  await send('PUT', `/app/v1/project/${demo.project_id}/recipients`, {
    branding: {
      name: 'Alpen Express',
      color: '#0b6e4f',
      phone: '+423 555 01 00',
      website: 'https://alpen-express.example',
    },
    messages: { kinds, quiet_hours: { from: 75_600, to: 25_200 } },
  })
  await makeRecords(send, of, demo.project_id)

  await send('POST', `/v2/plan/${demo.plan_id}/optimize`)
  const tomorrow = await send('POST', `/v2/plan?${of}`, {
    label: 'Tomorrow',
    execution_date: dayKey(Date.now() + dayMs),
  })

  const people = await invitePeople(send, address, demo)
  const drivers = await driveToday(send, demo.plan_id, people.supervisorId, pictures)
  await send('POST', '/app/v1/api_key', { label: 'Web shop' })
  await send('POST', '/app/v1/api_key', { label: 'Warehouse' })
  await send('POST', '/app/v1/webhook', {
    url: 'https://erp.alpen-express.example/hooks/a8f3',
    label: 'ERP',
    events: [],
  })
  await send('POST', '/app/v1/password/forgotten', { email: demo.login.email }, { origin: address })
  const reset_path = await linkIn(address, '/reset/')
  return {
    ...demo,
    address,
    tomorrow_id: tomorrow.id,
    supervisor: people.supervisor,
    invite_path: people.invitePath,
    reset_path,
    drivers,
  }
}

type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

async function signIn(address: string, login: object): Promise<string> {
  const answer = await fetch(`${address}/app/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(login),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`)
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

/** The newest path of a kind among the mails that wait, which are listed newest first. */
async function linkIn(address: string, part: string): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const page = await (await fetch(`${address}/outbox`)).text()
    for (const [, name] of page.matchAll(/href="\/outbox\/([^"]+)"/g)) {
      const mail = (await (await fetch(`${address}/outbox/${name}`)).text()).replace(/=\r?\n/g, '')
      const path = new RegExp(`(?:/planner)?(${part}\\w+)`).exec(mail)?.[1]
      if (path) return path
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No mail holds a link to ${part}`)
}

async function makeRecords(send: Send, of: string, projectId: string): Promise<void> {
  const places: readonly [string, string, string, string, number, number][] = [
    ['Castle museum', 'Fürst-Franz-Josef-Strasse 150', '9490', 'Vaduz', 47.1394, 9.5243],
    ['Rhine pharmacy', 'Landstrasse 8', '9494', 'Schaan', 47.1652, 9.5091],
    ['Bakery Gantner', 'Dorfstrasse 22', '9495', 'Triesen', 47.1115, 9.5266],
    ['Mountain hotel', 'Im Malbun 60', '9497', 'Malbun', 47.1025, 9.6095],
    ['School Balzers', 'Schlossweg 6', '9496', 'Balzers', 47.0671, 9.5033],
    ['Office park', 'Industriering 14', '9491', 'Ruggell', 47.2384, 9.5252],
    ['Garden centre', 'Essanestrasse 93', '9492', 'Eschen', 47.2108, 9.5228],
    ['Town library', 'Rathausplatz 3', '9494', 'Schaan', 47.1661, 9.5079],
  ]
  for (const [index, [label, street, postal_code, city, lat, lng]] of places.entries()) {
    await send('POST', `/v2/client?${of}`, {
      label,
      external_id: `CUST-${101 + index}`,
      phone: `+423 555 02 ${10 + index}`,
      default_duration: 420,
      reference_person: ['A. Frick', 'M. Beck', 'S. Wolf', 'L. Ritter'][index % 4],
      default_location: { street, postal_code, city, country: 'Liechtenstein', lat, lng },
      default_time_windows:
        index % 2 === 0
          ? [[28_800, 43_200]]
          : [
              [28_800, 43_200],
              [48_600, 61_200],
            ],
    })
  }
  const ring = (points: [number, number][]) => [...points, points[0]!].map(([lat, lng]) => ({ lat, lng }))
  const zones = [
    [
      'Oberland',
      '#d97706',
      [
        [47.05, 9.47],
        [47.05, 9.56],
        [47.13, 9.62],
        [47.16, 9.54],
        [47.14, 9.5],
      ],
    ],
    [
      'Unterland',
      '#0b6e4f',
      [
        [47.18, 9.48],
        [47.2, 9.58],
        [47.26, 9.56],
        [47.26, 9.5],
      ],
    ],
  ] as const
  const zoneIds: string[] = []
  for (const [label, color, points] of zones) {
    const polygon = zonePolygon(ring(points as never))
    zoneIds.push((await send('POST', `/v2/project/${projectId}/zone`, { label, color, polygon })).id)
  }
  // A stop in a zone is served only by vans that list it.
  for (const { id } of (await send('GET', `/v2/vehicles?${of}&limit=100`)).docs) {
    await send('PUT', `/v2/vehicle/${id}`, { default_geo_fences: zoneIds })
  }
  const recurring: readonly [string, string[], number, number, number][] = [
    ['Bread for the hotel', ['monday', 'wednesday', 'friday'], 47.1025, 9.6095, 1],
    ['Linen, every other Tuesday', ['tuesday'], 47.1394, 9.5243, 2],
    ['Medicine round', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], 47.1652, 9.5091, 1],
  ]
  for (const [label, weekdays, lat, lng, every_weeks] of recurring) {
    const stop = { label, location: { lat, lng, city: 'Vaduz' }, duration: 300, time_windows: [[25_200, 36_000]] }
    await send('POST', `/app/v1/recurring_order?${of}`, { label, weekdays, every_weeks, stop })
  }
}

/** Polygon in the interface's form: pairs of longitude and latitude. */
function zonePolygon(points: { lat: number; lng: number }[]): [number, number][] {
  return points.map(({ lat, lng }) => [lng, lat])
}

/** The demo's own past days are made in the background; what is learned from them comes last. */
async function pastIsMade(send: Send, projectId: string): Promise<void> {
  while (!(await send('GET', `/app/v1/project/${projectId}/learning`)).learned_at) {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** Sends the routes out and drives them up to now; one van breaks down, one goes silent, some doors stay shut. */
async function driveToday(send: Send, planId: string, supervisorId: string, pictures: Pictures): Promise<Driver[]> {
  const plan = await send('GET', `/v2/plan/${planId}`)
  const timezoneMidnight = Date.parse(`${dayKey(Date.now())}T00:00:00+01:00`)
  const routes = plan.routes.filter(({ stops }: Answer) => stops.length > 0)
  // At an hour when nobody is on the road the day looks as it does at half past two.
  const hour = (Date.now() - timezoneMidnight) / 3_600_000
  const until = hour > 10 && hour < 15 ? Date.now() : timezoneMidnight + 14.5 * 3_600_000
  const shift = Date.now() - until
  const drivers: Driver[] = []
  for (const [van, route] of routes.entries()) {
    const { public_link } = await send('POST', `/v2/route/${route.id}/dispatch`)
    if (van === routes.length - 1) continue
    const token = public_link.split('/d/')[1] as string
    const driver = { authorization: `Bearer ${token}` }
    await send('POST', '/driver/v1/start', {}, driver)
    let last = route.stops[0].location
    for (const [index, stop] of route.stops.entries()) {
      const moment = timezoneMidnight + stop.planned_departure_time * 1000
      if (moment > until) break
      last = stop.location
      const created_at = new Date(Math.min(moment + shift, Date.now() - 1000)).toISOString()
      const isFailed = (index + van) % 13 === 7
      await send(
        'POST',
        `/driver/v1/stop/${stop.id}/report`,
        isFailed
          ? {
              type: 'service_report_canceled',
              cancel_reason: 'recipient_absent',
              comments: 'Nobody at the door',
              images: [pictures.photo],
              created_at,
            }
          : {
              type: 'service_report_completed',
              images: [pictures.photo],
              ...(index % 3 === 0 && { signature: pictures.signature }),
              packages: stop.packages.map(({ identifier }: Answer) => ({ identifier })),
              created_at,
            },
        driver,
      )
    }
    const isUnderWay = timezoneMidnight + route.stops.at(-1).planned_departure_time * 1000 > until
    const isSilent = van > 0 && isUnderWay && !drivers.some((driver) => driver.isSilent)
    drivers.push({ token, lat: last.lat + 0.003, lng: last.lng + 0.002, isSilent })
    if (van === 0)
      await send(
        'POST',
        '/driver/v1/note',
        { kind: 'problem', category: 'traffic', comments: 'Road works in Schaan, about 15 minutes' },
        driver,
      )
  }
  const watched = plan.stops.slice(0, 9).map(({ id }: Answer) => id)
  for (const id of watched) await send('PUT', `/v2/stop/${id}`, { supervisors: [supervisorId] })
  return drivers
}

/** Lets the vans be where they are now; one of them has been silent for a while. */
export async function reportPositions({ address, drivers }: Pick<ScreensDay, 'address' | 'drivers'>): Promise<void> {
  for (const { token, lat, lng, isSilent } of drivers) {
    const recorded_at = new Date(Date.now() - (isSilent ? 14 * minuteMs : 20_000)).toISOString()
    await fetch(`${address}/driver/v1/positions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ positions: [{ lat, lng, recorded_at, orientation: 40 }] }),
    })
  }
}

async function invitePeople(send: Send, address: string, demo: Demo) {
  const supervisor = { email: 'warehouse@alpen-express.example', password: 'a-password-for-pictures' }
  const membership = (role: string) => ({
    role: 'organization_user',
    memberships: [{ project_id: demo.project_id, role }],
  })
  await send('POST', '/app/v1/invitation', { email: supervisor.email, name: 'Nora Frick', ...membership('supervisor') })
  const token = (await linkIn(address, '/invite/')).split('/').at(-1)!
  const joined = await send(
    'POST',
    `/app/v1/invite/${token}`,
    { name: 'Nora Frick', password: supervisor.password, language: 'en' },
    { origin: address },
  )
  await send('POST', '/app/v1/invitation', {
    email: 'paul@alpen-express.example',
    name: 'Paul Beck',
    ...membership('project_user'),
  })
  let invitePath = ''
  for (let tries = 0; tries < 50 && !invitePath; tries += 1) {
    const path = await linkIn(address, '/invite/')
    if (path.split('/').at(-1) !== token) invitePath = path
    else await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { supervisor, supervisorId: joined.user.id as string, invitePath }
}

interface Pictures {
  photo: string
  signature: string
}

/** A parcel at a door and a signature, drawn: data URLs. */
async function drawPictures(browser: Browser): Promise<Pictures> {
  const page = await browser.newPage({ viewport: { width: 480, height: 360 } })
  await page.setContent(`<body style="margin:0"><svg width="480" height="360" viewBox="0 0 480 360">
    <rect width="480" height="360" fill="#c9bda8"/><rect y="290" width="480" height="70" fill="#8a8578"/>
    <rect x="150" y="30" width="170" height="262" fill="#5b4636"/><rect x="166" y="46" width="138" height="246" fill="#7a5c44"/>
    <rect x="182" y="62" width="106" height="80" rx="4" fill="#a9c4cf"/><circle cx="290" cy="190" r="7" fill="#d9b44a"/>
    <rect x="205" y="252" width="120" height="74" fill="#c58f52"/><rect x="258" y="252" width="14" height="74" fill="#e8d7b0"/>
    <rect x="216" y="294" width="34" height="20" fill="#fff"/><rect x="345" y="120" width="60" height="26" fill="#f4f1ea"/>
    <text x="375" y="139" font-family="sans-serif" font-size="16" text-anchor="middle">22</text></svg></body>`)
  const photo = (await page.screenshot({ type: 'jpeg', quality: 70 })).toString('base64')
  await page.setViewportSize({ width: 300, height: 110 })
  await page.setContent(`<body style="margin:0"><svg width="300" height="110"><rect width="300" height="110" fill="#fff"/>
    <path d="M20 75 C40 10 60 20 52 70 S90 90 100 45 S125 90 140 60 S170 30 175 72 S230 80 280 40" fill="none" stroke="#1a2a55" stroke-width="3"/></svg></body>`)
  const signature = (await page.screenshot({ type: 'png' })).toString('base64')
  await page.close()
  return { photo: `data:image/jpeg;base64,${photo}`, signature: `data:image/png;base64,${signature}` }
}
