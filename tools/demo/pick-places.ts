// Picks the doors of the demo day from the shipped extract and writes them beside the demo. `node tools/demo/pick-places.ts`
import { writeFileSync } from 'node:fs'
import { createRandom } from '../../apps/server/test/random.ts'
import { type Address, readAddresses } from '../../apps/server/test/scenarios/addresses.ts'
import { SHIPPED_EXTRACT } from '../../packages/roads/src/index.ts'

const GOAL = new URL('../../apps/server/src/annexes/demo/demo-places.json', import.meta.url)

/** Doors in each municipality, about as its people are many. */
const COUNTS: Readonly<Record<string, number>> = {
  Vaduz: 22,
  Schaan: 22,
  Triesen: 15,
  Balzers: 14,
  Eschen: 11,
  Mauren: 10,
  Triesenberg: 8,
  Ruggell: 7,
  Gamprin: 6,
  Schellenberg: 4,
  Planken: 1,
}
const DEPOT_STREET = /^Im alten Riet \d+$/
const random = createRandom(20_26)

const all = readAddresses(SHIPPED_EXTRACT).filter(({ postal_code, city }) => postal_code && city)
/** Names of villages of a municipality in OpenStreetMap. */
const villages: Readonly<Record<string, readonly string[]>> = {
  Eschen: ['Eschen', 'Nendeln'],
  Mauren: ['Mauren', 'Schaanwald'],
  Gamprin: ['Gamprin', 'Bendern', 'Gamprin-Bendern'],
  Triesenberg: ['Triesenberg', 'Malbun', 'Steg'],
}

const stops = Object.entries(COUNTS).flatMap(([municipality, count]) => {
  const names = villages[municipality] ?? [municipality]
  const doors = all.filter(({ city }) => names.includes(city!))
  return pick(doors, count, municipality)
})
const depot = all.find(({ street, city }) => city === 'Schaan' && DEPOT_STREET.test(street))
if (!depot) throw new Error('There is no door on the street of the depot.')
writeFileSync(GOAL, `${JSON.stringify({ depot, stops }, null, 2)}\n`)
console.log(`${stops.length} doors and the depot at ${depot.street}, ${depot.city}`)

function pick(doors: readonly Address[], count: number, municipality: string): Address[] {
  if (doors.length < count) throw new Error(`${municipality}: ${doors.length} doors, ${count} are needed.`)
  const left = [...doors]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}
