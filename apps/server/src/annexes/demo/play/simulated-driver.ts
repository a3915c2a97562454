// One driver of a played day: drives the route's roads, arrives, serves and reports by the calls that the drivers' app makes.
import {
  type DriverRoute,
  type DriverSession,
  type DriverStop,
  listStopsAhead,
  type ReportInput,
} from '@routewright/contract'
import { momentOfPlanDay } from '../../../frame/platform/local-time.ts'
import { decodePolyline } from '../../../geography/travel/polyline.ts'
import type { TravelPath, TravelPoint } from '../../../geography/travel/travel.ts'
import { doorPicture, getDataUrl, signaturePicture } from '../drawings/drawings.ts'
import { chance, outcomeAt } from './chance.ts'
import { type Leg, placesBetween } from './way.ts'

/** Interface to the world that the driver needs. */
export interface World {
  /** Calls the drivers' interface with the link's token; throws for any response but a success. */
  send<Answer = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>
  /** The road between places. */
  findWay(from: TravelPoint, to: TravelPoint): Promise<Pick<TravelPath, 'legSeconds' | 'polyline'>>
  /** The handover code that the recipient tells. */
  askPin(stopId: string): Promise<string | undefined>
}

type Doing =
  | { kind: 'waiting'; at: number }
  | { kind: 'driving'; at: number; stop: DriverStop; leg: Leg }
  | { kind: 'serving'; at: number; stop: DriverStop }
  | { kind: 'done'; at: number }

/** Intervals of positions, as phones send them: short while driving, long while standing. */
const drivingMilliseconds = 15_000
const standingMilliseconds = 60_000
/** How long things take, as a share of the plan: a plan has some slack, and traffic and talk at the door take more than that at times. */
const [shortest, longest] = [0.8, 1.1]
const usualServiceSeconds = 180
const done: Doing = { kind: 'done', at: Number.POSITIVE_INFINITY }

/** Reads the route. `now`: milliseconds since 1970; what should have begun before begins then. */
export async function createSimulatedDriver(world: World, now: number): Promise<SimulatedDriver> {
  const session = await world.send<DriverSession>('GET', '/session')
  return new SimulatedDriver(world, session, await world.send<DriverRoute>('GET', '/route'), now)
}

/** Where one driver is and what comes next; all else is read from the service, so that a restart loses nothing. */
export class SimulatedDriver {
  readonly #world: World
  readonly #session: DriverSession
  #route: DriverRoute
  #place: { lat: number; lng: number } | undefined
  #doing: Doing
  /** Time of the last position sent. */
  #toldAt: number

  constructor(world: World, session: DriverSession, route: DriverRoute, now: number) {
    this.#world = world
    this.#session = session
    this.#route = route
    this.#toldAt = now
    this.#place = findPlace(route.last_position) ?? findPlace(route.start_location)
    // A driver who starts has loaded.
    const leaves = (route.planned_start_time ?? 0) + (route.planned_loading_time ?? 0)
    const startsAt = Math.max(now, this.#momentOf(leaves))
    this.#doing = route.status === 'finished' ? done : { kind: 'waiting', at: startsAt }
  }

  get isDone(): boolean {
    return this.#doing.kind === 'done'
  }

  /** There is nothing left to drive. */
  end(): void {
    this.#doing = done
  }

  /** Does everything that happens until this moment, milliseconds since 1970, each at its own. */
  async advance(until: number): Promise<void> {
    while (this.#doing.at <= until) this.#doing = await this.#step(this.#doing)
    await this.#tellPositions(this.#doing, until)
  }

  async #step(doing: Doing): Promise<Doing> {
    const { at } = doing
    switch (doing.kind) {
      case 'waiting':
        this.#route = await this.#world.send<DriverRoute>('POST', '/start', { at: getText(at) })
        return this.#setOut(at)
      case 'driving':
        await this.#tellPositions(doing, at)
        return this.#arrive(doing.stop, at)
      case 'serving':
        await reportStop(this.#world, this.#session, doing.stop, at)
        this.#route = await this.#world.send<DriverRoute>('GET', '/route')
        return this.#setOut(at)
      case 'done':
        return doing
    }
  }

  /** Sets out for the next stop, or is done when there is none. */
  async #setOut(at: number): Promise<Doing> {
    const stop = nextStop(this.#route)
    if (!stop) return done
    const [from, to] = [this.#place, findPlace(stop.location)]
    const way = from && to ? await this.#world.findWay(from, to) : undefined
    const endsAt = at + 1_000 * Math.max(10, way?.legSeconds[0] ?? 0) * varied(stop.id, 'drive')
    const road = way ? decodePolyline(way.polyline) : []
    const line = road.length > 1 ? road : [from, to].filter((place) => place !== undefined)
    return { kind: 'driving', at: endsAt, stop, leg: { line, startsAt: at, endsAt } }
  }

  async #tellPositions(doing: Doing, until: number): Promise<void> {
    if (doing.kind === 'driving' && doing.leg.line.length > 1) {
      const after = Math.max(this.#toldAt, doing.leg.startsAt)
      const places = placesBetween(doing.leg, after, until, drivingMilliseconds)
      if (places.length > 0) await this.#send(places)
    } else if (doing.kind === 'serving' && this.#place && until - this.#toldAt >= standingMilliseconds) {
      await this.#send([{ ...this.#place, at: until }])
    }
  }

  async #arrive(stop: DriverStop, at: number): Promise<Doing> {
    const place = findPlace(stop.location)
    if (place) await this.#send([{ ...place, at }])
    await this.#world.send('POST', `/stop/${stop.id}/arrive`, { at: getText(at) })
    return { kind: 'serving', at: this.#servedAt(stop, at), stop }
  }

  async #send(places: readonly { lat: number; lng: number; at: number }[]): Promise<void> {
    const positions = places.map(({ lat, lng, at }) => ({ lat, lng, recorded_at: getText(at) }))
    await this.#world.send('POST', '/positions', { positions })
    const { lat, lng, at } = places.at(-1)!
    this.#place = { lat, lng }
    this.#toldAt = at
  }

  /** When the service ends: it begins with the window, and takes about as long as planned. */
  #servedAt(stop: DriverStop, arrivedAt: number): number {
    const window = stop.time_windows.find(([, closes]) => this.#momentOf(closes) >= arrivedAt)
    const begins = window ? Math.max(arrivedAt, this.#momentOf(window[0])) : arrivedAt
    return begins + (stop.duration ?? usualServiceSeconds) * 1_000 * varied(stop.id, 'serve')
  }

  /** When a second of the route's day is, milliseconds since 1970. */
  #momentOf(seconds: number): number {
    const day = new Date(this.#route.plan_execution_date ?? 0)
    return momentOfPlanDay(seconds, day, this.#session.timezone).getTime()
  }
}

/** In the order of the route; who was not at home is visited again at its end. */
function nextStop({ stops }: DriverRoute): DriverStop | undefined {
  const pending = stops.filter(({ status }) => status === 'pending')
  return listStopsAhead(pending)[0]
}

function varied(stopId: string, question: string): number {
  return shortest + (longest - shortest) * chance(stopId, question)
}

const reasonsOf = { attempted: 'recipient_absent', canceled: 'refused' } as const

async function reportStop(world: World, session: DriverSession, stop: DriverStop, at: number): Promise<void> {
  const outcome = outcomeAt(stop.id, stop.report_attempts)
  const reason =
    outcome === 'completed' ? undefined : session.cancel_reasons.find(({ id }) => id === reasonsOf[outcome])
  const input: ReportInput = {
    type: `service_report_${outcome}`,
    created_at: getText(at),
    client_id: `played-${stop.id}-${stop.report_attempts}`,
    ...(findPlace(stop.location) ? { location: findPlace(stop.location) } : {}),
    ...(outcome === 'completed' ? await getProof(world, session, stop) : { cancel_reason: reasonsOf[outcome] }),
    ...(reason?.requires_photo ? { images: [getPhoto(stop)] } : {}),
  }
  if (outcome === 'completed') await scanAll(world, stop, at)
  await world.send('POST', `/stop/${stop.id}/report`, input)
}

async function scanAll(world: World, stop: DriverStop, at: number): Promise<void> {
  for (const { identifier } of stop.packages) {
    await world.send('POST', '/scan', { identifier, purpose: 'delivery', stop_id: stop.id, scanned_at: getText(at) })
  }
}

/** Returns the required proof, and sometimes a photo or a signature that is not required. */
async function getProof(world: World, { settings }: DriverSession, stop: DriverStop): Promise<Partial<ReportInput>> {
  const hasPhoto = settings.photo_required === true || chance(stop.id, 'photo') < 0.2
  const isSigned = settings.signature_required === true || chance(stop.id, 'signature') < 0.3
  return {
    tasks: stop.tasks.map(({ id }) => ({ task_id: id, status: 'completed' as const })),
    ...(hasPhoto ? { images: [getPhoto(stop)] } : {}),
    ...(isSigned ? { signature: getDataUrl(signaturePicture(getNumber(stop))) } : {}),
    ...(stop.pin_required ? { pin: await world.askPin(stop.id) } : {}),
  }
}

function getPhoto(stop: DriverStop): string {
  return getDataUrl(doorPicture(getNumber(stop), stop.packages.length))
}

const getNumber = (stop: DriverStop) => Math.floor(chance(stop.id, 'picture') * 1_000)
const getText = (moment: number) => new Date(moment).toISOString()

function findPlace(place: { lat?: number; lng?: number } | null | undefined): { lat: number; lng: number } | undefined {
  return place?.lat === undefined || place.lng === undefined ? undefined : { lat: place.lat, lng: place.lng }
}
