// Generates the addresses of a country and writes them as an extract: towns in a grid, each with streets, and houses along them, half of
// them as buildings and half as points. The same number gives the same file.

import { createRandom, type Random } from '../../test/random.ts'
import { PbfStream, type StreamTags } from './pbf-stream.ts'

const SOUTH_LAT_E7 = 43e7
const WEST_LNG_E7 = -4e7
/** Distance between two towns, about 5 km. */
const TOWN_E7 = 450_000
const STREETS = 40
const HOUSES = 40
/** Distance between two streets of a town, and between two houses on a side. */
const STREET_E7 = 9_000
const HOUSE_E7 = 2_000
/** Half of a building's side. */
const WALL_E7 = 400
/** Nodes of a house that is a building: its corners. */
const CORNERS = 4
const ENDS = 2

export interface MadeHouse {
  street: string
  number: string
  city: string
  postcode: string
  latE7: number
  lngE7: number
}

/** Writes a country with about the given number of addresses; returns a few of them, spread over all of it. */
export function writeHouses(path: string, addresses: number, wanted = 1000): MadeHouse[] {
  const towns = Math.max(1, Math.round(addresses / (STREETS * HOUSES)))
  const side = Math.ceil(Math.sqrt(towns))
  const file = new PbfStream(path)
  const kept: MadeHouse[] = []
  const step = Math.max(1, Math.floor((towns * STREETS * HOUSES) / wanted))
  let count = 0
  for (let town = 0; town < towns; town++) {
    const made = makeTown(town, side)
    let node = made.firstNode
    file.node(node++, made.latE7, made.lngE7, { place: 'town', name: made.name, population: '9000' })
    for (const { latE7, lngE7, name } of made.streets) {
      for (const end of [0, (HOUSES / 2) * HOUSE_E7]) file.node(node++, latE7, lngE7 + end)
      for (const house of getHouses(latE7, lngE7)) {
        if (house.isBuilding) {
          for (const [north, east] of WALLS)
            file.node(node++, house.latE7 + north * WALL_E7, house.lngE7 + east * WALL_E7)
        } else file.node(node++, house.latE7, house.lngE7, getTags(made, name, house.number))
        if (count++ % step === 0 && kept.length < wanted) {
          const { latE7, lngE7, number } = house
          kept.push({ street: name, number, city: made.name, postcode: made.postcode, latE7, lngE7 })
        }
      }
    }
  }
  let way = 0
  for (let town = 0; town < towns; town++) {
    const made = makeTown(town, side)
    let node = made.firstNode + 1
    for (const { latE7, lngE7, name } of made.streets) {
      file.way(++way, [node, node + 1], { highway: 'residential', name })
      node += ENDS
      for (const house of getHouses(latE7, lngE7)) {
        if (!house.isBuilding) {
          node++
          continue
        }
        const tags = { building: 'yes', ...getTags(made, name, house.number) }
        file.way(++way, [node, node + 1, node + 2, node + 3, node], tags)
        node += CORNERS
      }
    }
  }
  file.close()
  return kept
}

const WALLS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
] as const

function* getHouses(latE7: number, lngE7: number) {
  for (let at = 0; at < HOUSES; at++) {
    const isNorth = at % 2 === 0
    yield {
      number: String(at + 1),
      isBuilding: at % 4 < 2,
      latE7: latE7 + (isNorth ? 1_500 : -1_500),
      lngE7: lngE7 + (at >> 1) * HOUSE_E7,
    }
  }
}

interface Town {
  name: string
  postcode: string
  latE7: number
  lngE7: number
  firstNode: number
  streets: { name: string; latE7: number; lngE7: number }[]
}

const NODES_OF_TOWN = 1 + STREETS * (ENDS + (HOUSES / 2) * (1 + CORNERS))

function makeTown(town: number, side: number): Town {
  const random = createRandom(town * 6151 + 3)
  const latE7 = SOUTH_LAT_E7 + Math.floor(town / side) * TOWN_E7
  const lngE7 = WEST_LNG_E7 + (town % side) * TOWN_E7
  const streets = Array.from({ length: STREETS }, (_, at) => ({
    name: `${getWord(random, 2)} ${random.pick(KINDS)}`,
    latE7: latE7 + at * STREET_E7,
    lngE7,
  }))
  const firstNode = 1 + town * NODES_OF_TOWN
  return { name: getWord(random, 3), postcode: String(10_000 + town), latE7, lngE7, firstNode, streets }
}

/** Most have town and postcode; some lack one or both, as on the real map. None has its country. */
function getTags(town: Town, street: string, number: string): StreamTags {
  const isBare = Number(number) % 20 === 7
  return {
    'addr:street': street,
    'addr:housenumber': number,
    ...(!isBare && { 'addr:city': town.name, 'addr:postcode': town.postcode }),
  }
}

function getWord(random: Random, syllables: number): string {
  let word = ''
  for (let at = 0; at < syllables; at++) word += random.pick(BEGINS) + random.pick(VOWELS) + random.pick(ENDINGS)
  return word[0]!.toUpperCase() + word.slice(1)
}

const BEGINS = ['b', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'br', 'gr', 'st', 'tr', 'kl']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ei', 'au']
const ENDINGS = ['', 'n', 'r', 's', 'l', 'm', 'ck', 'rt']
const KINDS = ['Street', 'Road', 'Lane', 'Way', 'Close', 'Walk', 'Row', 'Hill', 'Green', 'Park']
