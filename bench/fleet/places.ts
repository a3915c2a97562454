// How much nearer learned doors and parking places are than the map: learned on some days, tried on those left out.

import { type LearnedPoint, learnPlaces } from '../../apps/server/src/annexes/learning/learn-places.ts'
import type { PlaceVisitRow } from '../../apps/server/src/annexes/learning/learning.sql.ts'
import { getPlaceVisits } from '../../apps/server/src/annexes/learning/place-evidence.ts'
import { MomentsOfTrack } from '../../apps/server/src/planning/modelling/fixes/moments.ts'
import { metersBetween, type PlayedVisit, playPlaces, type SeenVisit } from './places-truth.ts'
import type { PlayedDay } from './truth.ts'

/** Worse by more than this is no luck of a phone. */
const noiseMeters = 15

export function scorePlaces(seed: number, known: readonly PlayedDay[], held: readonly PlayedDay[]): void {
  const played = playPlaces([...known, ...held], seed)
  const seen = played.slice(0, known.length).flat()
  const begin = process.cpuUsage()
  const rows = new Map(seen.map(({ seen: visit }) => [getRow(visit), visit]))
  const moments = new Map(
    [...rows].map(([row, { track }]) => [row, new MomentsOfTrack(track).at(row.reported_at.getTime())]),
  )
  const remembered = { rows: [], forgottenAt: undefined, corrected: new Set<string>() }
  const learned = learnPlaces(getPlaceVisits([...rows.keys()], moments, remembered).visits)
  const cpu = process.cpuUsage(begin)
  const positions = [...rows.values()].reduce((sum, { track }) => sum + track.length, 0)
  console.log(
    `  places, ${learned.length} clients, ${seen.length} visits, ${positions} positions; ${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms of processor time`,
  )
  const tried = played.slice(known.length).flat()
  for (const name of ['door', 'parking'] as const) {
    const points = new Map(learned.map((place) => [place.customer, place[name]]))
    scorePoints(name, tried, points)
  }
}

function getRow({ clientId, routeId, day, map, reportedAt, reported, hasProof }: SeenVisit): PlaceVisitRow {
  return {
    client_id: clientId,
    client_label: null,
    route_id: routeId,
    ...map,
    location: map,
    location_validated: false,
    reported_at: new Date(reportedAt),
    report_lat: reported.lat,
    report_lng: reported.lng,
    has_proof: hasProof,
    is_of_program: false,
    day,
  }
}

function scorePoints(
  name: 'door' | 'parking',
  tried: readonly PlayedVisit[],
  points: ReadonlyMap<string, LearnedPoint | undefined>,
): void {
  const all = { map: 0, learned: 0 }
  const used = { map: 0, learned: 0, visits: 0 }
  const byClient = new Map<string, { worse: number; visits: number }>()
  for (const { seen, truth } of tried) {
    const point = points.get(seen.clientId)
    const map = metersBetween(seen.map, truth[name])
    const after = point?.isBetter ? metersBetween(point, truth[name]) : map
    all.map += map
    all.learned += after
    if (!point?.isBetter) continue
    used.map += map
    used.learned += after
    used.visits++
    const own = byClient.get(seen.clientId) ?? { worse: 0, visits: 0 }
    byClient.set(seen.clientId, { worse: own.worse + after - map, visits: own.visits + 1 })
  }
  const mean = (sum: number, count: number) => `${(sum / count).toFixed(1)} m`
  const worse = [...byClient.values()].map((own) => own.worse / own.visits)
  const count = (least: number) => worse.filter((value) => value > least).length
  console.log(
    `    ${name}: ${mean(all.map, tried.length)} → ${mean(all.learned, tried.length)} at all ${tried.length} visits left out; where it is used (${byClient.size} clients) ${mean(used.map, used.visits)} → ${mean(used.learned, used.visits)}; clients that are worse off: ${count(0)}, by more than ${noiseMeters} m: ${count(noiseMeters)}`,
  )
}
