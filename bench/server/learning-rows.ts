// Past days of a fleet as a service has them after months: plans, reports, and where the vans were every seven seconds, along the roads of an extract.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../apps/server/src/frame/platform/db.ts'
import type { RoadGraph } from '../../packages/roads/src/engine/road-graph.ts'
import { decodePolyline } from '../../packages/roads/src/foundation/geo.ts'
import { createRandom, type Random } from '../../packages/roads/test/random.ts'
import type { Place } from '../fleet/streets.ts'
import type { PlayedDay } from '../fleet/truth.ts'

export interface Owner {
  organizationId: string
  projectId: string
}

const everySeconds = 7
const metersPerDegree = 111_195

/** A track as columns; moments are milliseconds since 1970. */
interface Track {
  at: number[]
  lat: number[]
  lng: number[]
  accuracy: number[]
}

/** Writes the days, `later` milliseconds after they were played, each in a transaction. Returns the number of their positions. */
export async function fillDays(
  db: Db,
  owner: Owner,
  graph: RoadGraph,
  days: readonly PlayedDay[],
  later: number,
): Promise<number> {
  const random = createRandom(7)
  await fillRecords(db, owner, days, later)
  let positions = 0
  for (const [at, day] of days.entries()) {
    await db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      await fillDay(tx, owner, day, at, later)
      for (const [van] of day.routes.entries()) {
        const track = getTrack(graph, day, van, later, random)
        positions += track.at.length
        await fillTrack(tx, owner, getId('d', at * day.routes.length + van), track)
      }
    })
  }
  await sql`analyze`.execute(db)
  return positions
}

function getId(kind: string, number: number): string {
  return kind + number.toString(16).padStart(23, '0')
}

async function fillRecords(db: Db, { organizationId, projectId }: Owner, days: readonly PlayedDay[], later: number) {
  const since = new Date(Date.parse(days[0]!.routes[0]!.day) + later)
  const owned = { organization_id: organizationId, project_id: projectId, created_at: since, updated_at: since }
  const vans = days[0]!.routes.map((_, van) => ({ id: getId('c', van), label: `Van ${van + 1}`, ...owned }))
  await insert(db, 'vehicles', vans)
  const stops = days.flatMap(({ routes }) => routes.flatMap((route) => route.stops))
  const clients = new Map(stops.map((stop) => [stop.clientId, stop]))
  await insert(
    db,
    'clients',
    [...clients].map(([id, { givenSeconds }]) => ({
      id: getClient(id),
      label: id,
      default_duration: Math.round(givenSeconds),
      ...owned,
    })),
  )
}

function getClient(id: string): string {
  return `9${Buffer.from(id).toString('hex').padStart(23, '0').slice(-23)}`
}

async function fillDay(db: Db, owner: Owner, { routes }: PlayedDay, at: number, later: number): Promise<void> {
  const midnight = Date.parse(routes[0]!.day) + later
  const [day, plan_id] = [new Date(midnight), getId('a', at)]
  const of = { organization_id: owner.organizationId, project_id: owner.projectId }
  const owned = { ...of, created_at: day, updated_at: day }
  await insert(db, 'plans', [{ id: plan_id, execution_date: day, status: 'finished', ...owned }])
  const routeId = (van: number) => getId('d', at * routes.length + van)
  await insert(
    db,
    'routes',
    routes.map((_, van) => ({
      id: routeId(van),
      plan_id,
      vehicle_id: getId('c', van),
      order: van,
      status: 'finished',
      ...owned,
      planned_start_time: 25_200,
    })),
  )
  const visits = routes.flatMap(({ stops }, van) =>
    stops.map((stop, place) => ({ stop, van, place, number: (at * routes.length + van) * 64 + place })),
  )
  const computeSeconds = (moment: number) => Math.round((moment + later - midnight) / 1_000)
  await insert(
    db,
    'stops',
    visits.map(({ stop, van, place, number }) => ({
      id: getId('e', number),
      plan_id,
      route_id: routeId(van),
      client_id: getClient(stop.clientId),
      ...owned,
      tracking_token: getId('t', number),
      type: stop.type,
      weight: stop.quantity,
      order: place,
      location: JSON.stringify(stop.place),
      status: 'completed',
      duration: Math.round(stop.givenSeconds),
      planned_arrival_time: computeSeconds(stop.reportedAt - 1_000 * stop.givenSeconds),
      planned_departure_time: computeSeconds(stop.reportedAt),
    })),
  )
  await insert(
    db,
    'reports',
    visits.map(({ stop, van, number }) => ({
      id: getId('b', number),
      ...of,
      plan_id,
      route_id: routeId(van),
      stop_id: getId('e', number),
      stop_moves: 0,
      type: 'service_report_completed',
      location: JSON.stringify(stop.place),
      reporter: 'driver',
      time_in_stop: stop.arrivedAt === undefined ? null : (stop.reportedAt - stop.arrivedAt) / 1_000,
      location_distance: stop.metersAway,
      created_at: new Date(stop.reportedAt + later),
      received_at: new Date(stop.reportedAt + later),
    })),
  )
}

async function insert(db: Db, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const names = Object.keys(rows[0]!)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  for (let first = 0; first < rows.length; first += 1_000) {
    const values = rows
      .slice(first, first + 1_000)
      .map((row): RawBuilder<unknown> => sql`(${sql.join(names.map((name) => row[name]))})`)
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db)
  }
}

async function fillTrack(db: Db, { organizationId }: Owner, routeId: string, track: Track): Promise<void> {
  await sql`
    insert into positions (route_id, organization_id, recorded_at, received_at, lat, lng, accuracy)
    select ${routeId}, ${organizationId}, to_timestamp(at / 1000), to_timestamp(at / 1000), lat, lng, accuracy
    from unnest(${track.at}::double precision[], ${track.lat}::double precision[], ${track.lng}::double precision[],
      ${track.accuracy}::double precision[]) as t (at, lat, lng, accuracy)`.execute(db)
}

/** Where the van was, from leaving the depot to its last report: on the road, or standing at the kerb of the stop. */
function getTrack(graph: RoadGraph, { depot, routes, truth }: PlayedDay, van: number, later: number, random: Random) {
  const { stops } = routes[van]!
  const { legs } = graph.path([depot, ...stops.map(({ place }) => place)])
  const track: Track = { at: [], lat: [], lng: [], accuracy: [] }
  let at = truth[van]![0]!.departedAt
  for (const [index, { departedAt, travelSeconds }] of truth[van]!.entries()) {
    const until = truth[van]![index + 1]?.departedAt ?? stops[index]!.reportedAt
    const along = legs[index]!.geometry === '' ? undefined : new Along(decodePolyline(legs[index]!.geometry))
    for (; at < until; at += everySeconds * 1_000) {
      const share = Math.min(1, (at - departedAt) / 1_000 / travelSeconds)
      const place = along?.at(share) ?? stops[index]!.place
      track.at.push(at + later)
      track.lat.push(place.lat + wander(random))
      track.lng.push(place.lng + wander(random))
      track.accuracy.push(4 + random.next() * 12)
    }
  }
  return track
}

/** A receiver is off by a few metres. */
function wander(random: Random): number {
  return ((random.next() + random.next() - 1) * 10) / metersPerDegree
}

/** A line, asked for the point at a share of its length. */
class Along {
  private readonly points: readonly (readonly [number, number])[]
  private readonly until: number[] = [0]

  constructor(points: readonly (readonly [number, number])[]) {
    this.points = points
    for (let at = 1; at < points.length; at++) {
      const [from, to] = [points[at - 1]!, points[at]!]
      const east = (to[1] - from[1]) * Math.cos((to[0] * Math.PI) / 180)
      this.until.push(this.until[at - 1]! + Math.hypot(to[0] - from[0], east))
    }
  }

  at(share: number): Place {
    const gone = share * this.until.at(-1)!
    const next = Math.max(
      1,
      this.until.findIndex((length) => length >= gone),
    )
    const [from, to] = [this.points[next - 1]!, this.points[next] ?? this.points[next - 1]!]
    const length = (this.until[next] ?? 0) - this.until[next - 1]!
    const part = length > 0 ? (gone - this.until[next - 1]!) / length : 0
    return { lat: from[0] + (to[0] - from[0]) * part, lng: from[1] + (to[1] - from[1]) * part }
  }
}
