// Runs one scenario on the engine and describes the result in the words of the scenario files.

import { RoadsError } from '../../src/foundation/errors.ts'
import type { RoadPoint } from '../../src/places/road-point.ts'
import { buildTown, moved, type Town, type TownPlan } from '../town.ts'
import { type Door, type Expectation, getNeeds, type Mode, type Story, type Subject } from './scenario-file.ts'

/** Built once for the usual day; built again when the vehicle travels on another day and the roads have hours. */
export function buildTownFor(plan: TownPlan, mode: Mode): Town {
  const town = buildTown(plan, mode.profile, mode.needs)
  const { hours } = town.graph.image.facts
  return mode.day && hours.length > 0 ? buildTown(plan, mode.profile, getNeeds(mode, hours)) : town
}

/** The word of a table's cell for the result. */
export function tryTags(subject: Subject, tags: Record<string, string>, mode: Mode): string {
  if (subject.kind === 'speed') return trySpeed(tags, mode)
  return subject.kind === 'way'
    ? tryWay(subject.town, subject.name, tags, mode)
    : tryNode(subject.town, subject.name, tags, mode)
}

/**
 * The way leads from A over B to C, and there is another way around. "open": both directions are driven through; "forward", "backward": one
 * of them; "ends": only to reach a place on it; "shut": not even that.
 */
function tryWay(plan: TownPlan, name: string, tags: Record<string, string>, mode: Mode): string {
  const [nodes, usual] = plan.ways[name]!
  const town = buildTownFor({ ...plan, ways: { ...plan.ways, [name]: [nodes, { ...usual, ...tags }] } }, mode)
  const isForward = town.route(town.node('A'), town.node('C')) === 'ABC'
  const isBackward = town.route(town.node('C'), town.node('A')) === 'CBA'
  if (isForward && isBackward) return 'open'
  if (isForward || isBackward) return isForward ? 'forward' : 'backward'
  return town.graph.snap(town.node('B'))?.roadName === name ? 'ends' : 'shut'
}

/** The node is at B on the way from A to C, and there is another way around. "ends": passed to reach a place beyond it. */
function tryNode(plan: TownPlan, node: string, tags: Record<string, string>, mode: Mode): string {
  const town = buildTownFor({ ...plan, nodes: { ...plan.nodes, [node]: tags } }, mode)
  if (town.route(town.node('A'), town.node('C')) === 'ABC') return 'open'
  return town.meters(town.node('A'), town.node('Y')) === 200 ? 'ends' : 'shut'
}

/** Whole km/h on a straight road of 10 km: "50", "50/30" when forward and backward differ, "-" when it is not used. */
function trySpeed(tags: Record<string, string>, mode: Mode): string {
  const plan: TownPlan = { map: 'A...B', ways: { road: ['AB', { maxspeed: '', ...tags }] }, columnMeters: 5_000 }
  const town = findTown(plan, mode)
  if (!town) return '-'
  const kmh = (from: string, to: string) => Math.round(36_000 / town.seconds(town.node(from), town.node(to)))
  const [forward, backward] = [kmh('A', 'B'), kmh('B', 'A')]
  return forward === backward ? `${forward}` : `${forward}/${backward}`
}

function findTown(plan: TownPlan, mode: Mode): Town | undefined {
  try {
    return buildTownFor(plan, mode)
  } catch (error) {
    if (error instanceof RoadsError && error.code === 'no_roads') return undefined
    throw error
  }
}

/** The expected result when it occurred; otherwise the actual one. */
export function tryTrip(town: Town, { from, to, outcome }: Expectation, doors: Story['doors']): string {
  const [start, end] = [getPlace(town, from, doors), getPlace(town, to, doors)]
  if (outcome.startsWith('on ')) return `on ${town.graph.snap(end)?.roadName ?? 'no road'}`
  const route = town.route(start, end)
  if (route === undefined || outcome === 'no way') return route === undefined ? 'no way' : `goes ${route}`
  const [, verb, nodes = ''] = /^(goes|avoids) (\w+)$/.exec(outcome) ?? []
  if (verb === 'avoids') return route.includes(nodes) ? `goes ${route}` : outcome
  if (verb === 'goes') return `goes ${route}`
  return outcome.endsWith(' s') ? `${town.seconds(start, end)} s` : `${town.meters(start, end)} m`
}

function getPlace(town: Town, text: string, doors: Story['doors']): RoadPoint {
  const door = doors[text]
  if (door) return doorPlace(town, door)
  const [, from = '', to, share = '5'] = /^(.)([^.])?(?:[.](\d))?$/.exec(text) ?? []
  return to === undefined ? town.node(from) : town.between(from, to, Number(share) / 10)
}

function doorPlace(town: Town, { meters, direction, of, about }: Door): RoadPoint {
  const step = { north: [0, 1], south: [0, -1], east: [1, 0], west: [-1, 0] }[direction] as [number, number]
  return { ...moved(getPlace(town, of, {}), step[0] * meters, step[1] * meters), ...about }
}
