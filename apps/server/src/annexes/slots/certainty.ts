// How sure an offered slot is, what it does to the promises of others on the route, and what its metres emit.
import { evaluate, type PlayedRoute, playPlan, usualSpreads } from '@routewright/solver'
import { listEnergies } from '../../data/vehicles.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { computeEmission } from '../../planning/figures/emissions.ts'
import { loadStopSpreads } from '../learning/learning.ts'
import type { Insertion } from './insertion/insertion.ts'
import type { TriedSlot } from './offers.ts'

/** Enough for a tenth more or less; an offer of a hundred slots plays each of them. */
const days = 100

/** Facts of the stops and vehicles of the slots that fit. */
export interface OfferFacts {
  /** Spreads of the work by stop id, where something was learned. */
  spreads: ReadonlyMap<string, number>
  /** Energy by vehicle id. */
  energies: ReadonlyMap<string, { fuel_type: string | null; consumption: number | null }>
  /** The played routes as they are, which many slots share. */
  before: Map<Insertion['modelled']['before'], PlayedRoute | undefined>
}

export async function loadOfferFacts(
  scope: Scope,
  projectId: string,
  tried: readonly TriedSlot[],
): Promise<OfferFacts> {
  const routes = new Set(tried.flatMap(({ outcome }) => ('insertion' in outcome ? [outcome.insertion.route.one] : [])))
  const stops = [...routes].flatMap((route) => route.stops)
  const vehicleIds = [...new Set([...routes].flatMap(({ route }) => route.vehicle_id ?? []))]
  const [spreads, energies] = await Promise.all([
    loadStopSpreads(scope, projectId, stops, usualSpreads.service.stop),
    listEnergies(scope, vehicleIds),
  ])
  return { spreads, energies: new Map(energies.map((energy) => [energy.id, energy])), before: new Map() }
}

/** The chance that service begins within the window, how many others get late who are not now, and kilograms of CO2 equivalent. */
export function getCertainty({ modelled, route, addedMeters }: Insertion, facts: OfferFacts) {
  const { before, after, stop } = modelled
  if (!facts.before.has(before)) {
    facts.before.set(before, play(modelled, evaluate(modelled.problem, 0, before), facts))
  }
  const now = facts.before.get(before)
  const then = play(modelled, after, facts)!
  const own = then.stops.find((other) => other.stop === stop)!
  const getLate = (played: PlayedRoute | undefined) =>
    (played?.stops ?? []).reduce((sum, other) => (other.stop === stop ? sum : sum + other.lateChance), 0)
  const { vehicle_id } = route.one.route
  const energy = (vehicle_id && facts.energies.get(vehicle_id)) || { fuel_type: null, consumption: null }
  const emission = computeEmission({ ...energy, travel_mode: route.way.mode }, Math.max(0, addedMeters))
  return {
    kept_chance: round(1 - own.lateChance),
    others_late: round(Math.max(0, getLate(then) - getLate(now))),
    ...(emission !== undefined && { added_emission: round(emission) }),
  }
}

function play(
  { problem, stopIds }: Insertion['modelled'],
  route: Insertion['modelled']['after'],
  { spreads }: OfferFacts,
): PlayedRoute | undefined {
  const byStop = stopIds.map((id) => spreads.get(id))
  const { service } = usualSpreads
  return playPlan(problem, [route], { ...usualSpreads, service: { ...service, byStop } }, { days }).routes[0]
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
