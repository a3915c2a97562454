// Random little towns full of one-ways, private roads, barriers and turn restrictions over nodes and ways.

import type { TestExtract, TestRelation, TestWay } from './pbf-writer.ts'
import type { Random } from './random.ts'
import { at } from './town.ts'

const SIZE = 4

export function randomTown(random: Random): TestExtract {
  const nodes = Array.from({ length: SIZE * SIZE }, (_, index) => {
    const { lat, lng } = at((index % SIZE) * 100 + random.below(60), Math.floor(index / SIZE) * 100 + random.below(60))
    return { id: index + 1, lat, lng, tags: nodeTags(random) }
  })
  const ways: TestWay[] = []
  const addWay = (from: number, to: number) => {
    if (random.chance(0.15)) return
    ways.push({ id: 100 + ways.length, refs: random.chance(0.5) ? [from, to] : [to, from], tags: wayTags(random) })
  }
  for (let index = 0; index < SIZE * SIZE; index++) {
    if (index % SIZE < SIZE - 1) addWay(index + 1, index + 2)
    if (index + SIZE < SIZE * SIZE) addWay(index + 1, index + 1 + SIZE)
    if (random.chance(0.1) && index % SIZE < SIZE - 1 && index + SIZE < SIZE * SIZE) addWay(index + 1, index + 2 + SIZE)
  }
  const relations = Array.from({ length: 14 }, (_, index) => randomRestriction(random, ways, 500 + index))
  return { nodes, ways, relations: relations.filter((relation) => relation !== undefined) }
}

/** A low-emission zone over the southwest of the town. */
export function addZone({ nodes, ways }: TestExtract): void {
  const corners = [
    [-50, -50],
    [170, -50],
    [170, 250],
    [-50, 250],
  ].map(([x, y], index) => ({ id: 901 + index, ...at(x!, y!) }))
  nodes.push(...corners)
  ways.push({ id: 900, refs: [901, 902, 903, 904, 901], tags: { boundary: 'low_emission_zone' } })
}

function nodeTags(random: Random): Record<string, string> {
  if (random.chance(0.06)) return { barrier: 'bollard' }
  if (random.chance(0.08)) return { barrier: 'gate', access: 'private' }
  return random.chance(0.1) ? { highway: 'traffic_signals' } : {}
}

function wayTags(random: Random): Record<string, string> {
  const tags: Record<string, string> = { highway: 'residential', maxspeed: String(10 + 10 * random.below(6)) }
  if (random.chance(0.1)) tags.toll = 'yes'
  if (random.chance(0.25)) tags.oneway = random.pick(['yes', '-1'])
  if (random.chance(0.15)) tags.access = random.pick(['destination', 'private'])
  if (random.chance(0.1)) tags[random.pick(['vehicle:forward', 'vehicle:backward'])] = 'destination'
  return tags
}

/** A chain of two to four ways that join end to end, as from, via and to. */
function randomRestriction(random: Random, ways: readonly TestWay[], id: number): TestRelation | undefined {
  const chain = [random.pick(ways)]
  let node = random.pick(chain[0]!.refs)
  const viaNode = node
  const length = 2 + random.below(3)
  while (chain.length < length) {
    const next = random.pick(ways.filter((way) => way.refs.includes(node) && way !== chain.at(-1)))
    if (!next) return undefined
    chain.push(next)
    node = next.refs[0] === node ? next.refs[1]! : next.refs[0]!
  }
  const via =
    chain.length === 2
      ? [{ type: 'node' as const, ref: viaNode, role: 'via' }]
      : chain.slice(1, -1).map((way) => ({ type: 'way' as const, ref: way.id, role: 'via' }))
  return {
    id,
    members: [
      { type: 'way', ref: chain[0]!.id, role: 'from' },
      ...via,
      { type: 'way', ref: chain.at(-1)!.id, role: 'to' },
    ],
    tags: { type: 'restriction', restriction: random.pick(['no_left_turn', 'no_left_turn', 'only_straight_on']) },
  }
}

/** Closes and opens roads for vans alone, and makes restrictions apply to them or exempt them. */
export function differForVans(random: Random, { ways, relations = [] }: TestExtract): void {
  for (const { tags } of ways) {
    if (!tags.highway || !random.chance(0.15)) continue
    if (random.chance(0.4)) Object.assign(tags, { motor_vehicle: 'no', goods: 'yes' })
    else tags[random.pick(['goods', 'goods:forward', 'goods:backward'])] = random.pick(['no', 'destination'])
    if (random.chance(0.2)) tags['oneway:goods'] = random.pick(['yes', '-1', 'no'])
  }
  for (const { tags } of relations) {
    const { restriction } = tags
    if (!restriction) continue
    const who = random.next()
    if (who < 0.2) tags.except = 'goods'
    else if (who < 0.4) {
      tags['restriction:goods'] = restriction
      delete tags.restriction
    }
  }
}
