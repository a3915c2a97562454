// Where past visits were made and where the vans stood, in the words of the learner of places.
import type { LearnedPlaceRow } from '../../data/learned-place-table.ts'
import { listTracks } from '../../data/positions.sql.ts'
import { addressText } from '../../data/resources/address.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { type MomentOfTrack, MomentsOfTrack } from '../../planning/modelling/fixes/moments.ts'
import { findCustomer } from './customer.ts'
import { FARTHEST_METERS, isSamePlace, type PlaceVisit, type Point } from './learn-places.ts'
import type { PlaceVisitRow } from './learning.sql.ts'

/** Reports of a route so near in time, of stops so far apart, were typed in one go. */
const BURST_MILLISECONDS = 120_000
const SAME_PLACE_METERS = 60
/** The error of a door reported by the driver, and more: the phone may mean the house next door. */
const SURE_METERS = 30
/** A report may have been made in the van as near to it, and the van stands away from the address as far from it. */
const AT_VAN_METERS = 25
const AWAY_METERS = 40
/** Number of latest routes whose tracks are read, and how many at once: a large fleet's last weeks, in bounded memory. */
const MOST_ROUTES = 2_000
const ROUTES_AT_ONCE = 5
/** A track is read from so long before the first report to so long after the last. */
const BEFORE_MILLISECONDS = 3_600_000
const AFTER_MILLISECONDS = 900_000

export interface PlaceEvidence {
  visits: PlaceVisit[]
  /** How clients and places are called. */
  labels: Map<string, string>
}

/** Earlier settings by people, and since when visits count. */
export interface Remembered {
  rows: readonly LearnedPlaceRow[]
  forgottenAt: Date | undefined
  /** `lat,lng` of places that people put right. */
  corrected: ReadonlySet<string>
}

/** `rows` are the latest visits first. Reads the tracks of their routes. */
export async function getPlaceEvidence(
  scope: Scope,
  rows: readonly PlaceVisitRow[],
  remembered: Remembered,
): Promise<PlaceEvidence> {
  return getPlaceVisits(rows, await collectMoments(scope, rows), remembered)
}

/** The same where it is known what tracks tell of the reports. */
export function getPlaceVisits(
  rows: readonly PlaceVisitRow[],
  moments: ReadonlyMap<PlaceVisitRow, MomentOfTrack>,
  remembered: Remembered,
): PlaceEvidence {
  const known = new Map(remembered.rows.map((row) => [row.subject, row]))
  const labels = new Map<string, string>()
  const typed = typedTogether(rows)
  const visits = rows.flatMap((row) => {
    const customer = findCustomer({ clientId: row.client_id, ...row })
    if (customer === undefined) return []
    const since = Math.max(getTime(remembered.forgottenAt), getTime(known.get(customer)?.forgotten_at))
    if (row.reported_at.getTime() <= since) return []
    const label = row.client_id === null ? addressText(row.location) : row.client_label
    if (label && !labels.has(customer)) labels.set(customer, label)
    const isByHand = remembered.corrected.has(getKey(row)) || wasByHand(known.get(customer), row)
    return [getVisit(row, { customer, isByHand, moment: moments.get(row), isTyped: typed.has(row) })]
  })
  return { visits, labels }
}

function getTime(moment: Date | null | undefined): number {
  return moment?.getTime() ?? 0
}

export function getKey({ lat, lng }: Point): string {
  return `${lat},${lng}`
}

/** The stop that was put right may be too long ago to be among the visits. */
function wasByHand(row: LearnedPlaceRow | undefined, place: Point): boolean {
  return row?.is_by_hand === true && row.map !== null && isSamePlace(row.map, place)
}

interface Told {
  customer: string
  isByHand: boolean
  moment: MomentOfTrack | undefined
  isTyped: boolean
}

function getVisit(row: PlaceVisitRow, { customer, isByHand, moment, isTyped }: Told): PlaceVisit {
  const map = { lat: row.lat, lng: row.lng }
  const reported = row.report_lat === null ? undefined : { lat: row.report_lat, lng: row.report_lng! }
  // Typed elsewhere, or on the way to the next stop: neither where it was made nor where the van stood says anything.
  const isElsewhere = isTyped || moment?.isDriving || (reported && straightMeters(reported, map) > FARTHEST_METERS)
  const isSure = (moment?.accuracy ?? 0) <= SURE_METERS
  const halt = isElsewhere ? undefined : moment?.halt
  const isOfDoor = !isElsewhere && isSure && (row.has_proof || !mayBeOfVan(reported, halt, map))
  return {
    customer,
    day: row.day,
    map,
    hasProof: row.has_proof,
    isByHand: isByHand || row.location_validated,
    reported: isOfDoor ? reported : undefined,
    halt,
  }
}

/**
 * Returns whether the report may have been made in the van: next to the van, which stands away from the address. It then says
 * nothing about the door.
 */
function mayBeOfVan(reported: Point | undefined, halt: Point | undefined, map: Point): boolean {
  if (!reported || !halt) return false
  return straightMeters(reported, halt) <= AT_VAN_METERS && straightMeters(halt, map) > AWAY_METERS
}

/** Reports of drivers with two others of their route about them, one of these at another place. */
function typedTogether(rows: readonly PlaceVisitRow[]): Set<PlaceVisitRow> {
  const typed = new Set<PlaceVisitRow>()
  const written = rows.filter(({ is_of_program }) => !is_of_program)
  for (const route of Map.groupBy(written, ({ route_id }) => route_id).values()) {
    const inOrder = route.toSorted((a, b) => a.reported_at.getTime() - b.reported_at.getTime())
    for (const [at, row] of inOrder.entries()) {
      const [from, to] = [Math.max(0, at - 2), at + 3]
      const about = inOrder
        .slice(from, to)
        .filter((other) => Math.abs(other.reported_at.getTime() - row.reported_at.getTime()) <= BURST_MILLISECONDS)
      const isApart = about.some((other) => straightMeters(other, row) > SAME_PLACE_METERS)
      if (about.length > 2 && isApart) typed.add(row)
    }
  }
  return typed
}

/** Returns the tracks' facts at the reports; none for routes without a track. */
async function collectMoments(
  scope: Scope,
  rows: readonly PlaceVisitRow[],
): Promise<Map<PlaceVisitRow, MomentOfTrack>> {
  const moments = new Map<PlaceVisitRow, MomentOfTrack>()
  const byRoute = Map.groupBy(rows, ({ route_id }) => route_id ?? '')
  byRoute.delete('')
  const routeIds = [...byRoute.keys()].slice(0, MOST_ROUTES)
  for (let first = 0; first < routeIds.length; first += ROUTES_AT_ONCE) {
    const ids = routeIds.slice(first, first + ROUTES_AT_ONCE)
    const times = ids.flatMap((id) => byRoute.get(id)!.map(({ reported_at }) => reported_at.getTime()))
    const from = new Date(times.reduce((least, time) => Math.min(least, time)) - BEFORE_MILLISECONDS)
    const to = new Date(times.reduce((most, time) => Math.max(most, time)) + AFTER_MILLISECONDS)
    const tracks = await listTracks(scope, ids, { from, to })
    for (const [route, track] of tracks) {
      const told = new MomentsOfTrack(track)
      for (const row of byRoute.get(ids[route]!)!) moments.set(row, told.at(row.reported_at.getTime()))
    }
  }
  return moments
}
