// Generates a country of a given size and writes it as an extract: towns on a grid of streets, roads between neighbouring towns, and
// motorways across the land. The same size gives the same file. A town is generated three times, so that none has to be kept.

import { createRandom, type Random } from '../../test/random.ts'
import { PbfStream, type StreamMember, type StreamTags } from './pbf-stream.ts'

/** Distance between neighbouring towns. */
const CELL_METERS = 6500
/** Number of towns from one motorway to the next. */
const MOTORWAY_EVERY = 8
const SOUTH_LAT_E7 = 43e7
const WEST_LNG_E7 = -4e7
const E7_PER_METER = 1e7 / 111_195
/** Classes of a town's streets: the middle ones lead out of it. */
const LANES = ['residential', 'residential', 'residential', 'residential', 'tertiary', 'unclassified', 'living_street']
/** Edge-nodes of a town of average size for cars; found by counting. */
const EDGE_NODES_PER_TOWN = 2030

/** Share of street segments left out, so that mostly three roads meet, as in real towns. */
const MISSING = 0.32

/** Share of the residential streets. */
const CLOSED_TO_VANS = 0.003

interface Way {
  refs: number[]
  tags: StreamTags
}

interface Town {
  latE7: number[]
  lngE7: number[]
  tags: Map<number, StreamTags>
  ways: Way[]
  /** Indexes in `ways` and the node between them. */
  restrictions: { from: number; via: number; to: number; kind: string }[]
}

/** Nodes that every town has first, for the roads to its neighbours. */
const EAST = 0
const NORTH = 1
const EAST_LANES = 2
const NORTH_LANES = 6
const BORDER_NODES = 10

/** Writes a country with about the given number of edge-nodes; returns the number of towns. */
export function writeCountry(path: string, edgeNodes: number): number {
  const side = Math.max(2, Math.round(Math.sqrt(edgeNodes / EDGE_NODES_PER_TOWN)))
  const country = new Country(side)
  const file = new PbfStream(path)
  country.forEachTown((town, firstNode) => {
    for (const [node, latE7] of town.latE7.entries()) {
      file.node(firstNode + node, latE7, town.lngE7[node]!, town.tags.get(node))
    }
  })
  country.forEachTown((town, _, firstWay) => {
    for (const [index, { refs, tags }] of town.ways.entries()) file.way(firstWay + index, refs, tags)
  })
  let relation = 0
  country.forEachTown((town, firstNode, firstWay) => {
    for (const { from, via, to, kind } of town.restrictions) {
      const members: StreamMember[] = [
        { type: 'way', ref: firstWay + from, role: 'from' },
        { type: 'node', ref: firstNode + via, role: 'via' },
        { type: 'way', ref: firstWay + to, role: 'to' },
      ]
      file.relation(++relation, members, { type: 'restriction', restriction: kind })
    }
  })
  file.close()
  return side * side
}

class Country {
  private readonly side: number
  private readonly firstNode: Float64Array

  constructor(side: number) {
    this.side = side
    this.firstNode = new Float64Array(side * side + 1).fill(1)
    for (let cell = 0; cell < side * side; cell++) {
      this.firstNode[cell + 1] = this.firstNode[cell]! + this.makeTown(cell).latE7.length
    }
  }

  forEachTown(use: (town: Town, firstNode: number, firstWay: number) => void): void {
    let firstWay = 1
    for (let cell = 0; cell < this.side * this.side; cell++) {
      const town = this.makeTown(cell)
      use(town, this.firstNode[cell]!, firstWay)
      firstWay += town.ways.length
    }
  }

  private makeTown(cell: number): Town {
    const [column, row] = [cell % this.side, Math.floor(cell / this.side)]
    const builder = new TownBuilder(createRandom(cell * 7919 + 17), column, row, this.firstNode[cell]!)
    const node = (at: number, local: number) => this.firstNode[at]! + local
    const west = column > 0 ? node(cell - 1, EAST) : undefined
    const south = row > 0 ? node(cell - this.side, NORTH) : undefined
    builder.addStreets()
    builder.addRoadsOut(west, south)
    const isAlong = (place: number) => place % MOTORWAY_EVERY === MOTORWAY_EVERY / 2
    if (isAlong(row)) builder.addMotorway(NORTH, EAST_LANES, column > 0 ? node(cell - 1, EAST_LANES) : undefined)
    if (isAlong(column))
      builder.addMotorway(EAST, NORTH_LANES, row > 0 ? node(cell - this.side, NORTH_LANES) : undefined)
    if (isAlong(row) && isAlong(column)) builder.joinMotorways()
    builder.closeToVans(createRandom(cell * 7907 + 31))
    return builder.town
  }
}

class TownBuilder {
  readonly town: Town = { latE7: [], lngE7: [], tags: new Map(), ways: [], restrictions: [] }
  private readonly random: Random
  private readonly firstNode: number
  private readonly southE7: number
  private readonly westE7: number
  private readonly lngPerMeter: number
  /** Streets in each direction, and the metres between them. */
  private readonly size: number
  private readonly block: number

  constructor(random: Random, column: number, row: number, firstNode: number) {
    this.random = random
    this.firstNode = firstNode
    this.southE7 = SOUTH_LAT_E7 + row * CELL_METERS * E7_PER_METER
    this.westE7 = WEST_LNG_E7 + (column * CELL_METERS * E7_PER_METER) / Math.cos((SOUTH_LAT_E7 / 1e7) * (Math.PI / 180))
    this.lngPerMeter = E7_PER_METER / Math.cos((SOUTH_LAT_E7 / 1e7) * (Math.PI / 180))
    // Many villages, few cities.
    this.size = 8 + Math.floor(36 * random.next() ** 2)
    this.block = 80 + random.below(40)
    this.addBorders()
  }

  addStreets(): void {
    const { size, random } = this
    const half = (size * this.block) / 2
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const east = CELL_METERS / 2 - half + column * this.block + (random.next() - 0.5) * 24
        const north = CELL_METERS / 2 - half + row * this.block + (random.next() - 0.5) * 24
        const node = this.addNode(east, north)
        if (random.chance(0.02)) this.town.tags.set(node, { highway: 'traffic_signals' })
      }
    }
    for (let line = 0; line < size; line++) {
      this.addStreet(line, (place) => this.crossing(place, line))
      this.addStreet(line, (place) => this.crossing(line, place))
    }
    for (let node = BORDER_NODES; node < BORDER_NODES + size * size; node++) {
      if (random.chance(0.45)) this.addDeadEnd(node)
    }
  }

  /** Roads from the middle streets to the borders of the cell. `west` and `south` are nodes of the neighbours. */
  addRoadsOut(west: number | undefined, south: number | undefined): void {
    const middle = this.size >> 1
    const tags = { highway: 'secondary', maxspeed: '90', ref: `R ${this.random.below(900)}` }
    const out = (from: number, to: number, isOwn: boolean) => {
      const shape = isOwn ? this.shapeBetween(from, to, 18) : []
      const refs = [from, ...shape].map((node) => this.firstNode + node)
      this.town.ways.push({ refs: [...refs, isOwn ? this.firstNode + to : to], tags })
    }
    out(this.crossing(this.size - 1, middle), EAST, true)
    out(this.crossing(middle, this.size - 1), NORTH, true)
    if (west !== undefined) out(this.crossing(0, middle), west, false)
    if (south !== undefined) out(this.crossing(middle, 0), south, false)
  }

  /** Both carriageways over the cell's border, with slip roads to the road that crosses there. `before` is the neighbour's first lane. */
  addMotorway(border: number, lanes: number, before: number | undefined): void {
    const own = (node: number) => this.firstNode + node
    const [onA, onB, backA, backB] = [own(lanes), own(lanes + 1), own(lanes + 2), own(lanes + 3)]
    const tags = { highway: 'motorway', oneway: 'yes', maxspeed: '130', ref: `M ${lanes}` }
    this.town.ways.push({ refs: before === undefined ? [onA, onB] : [before + 1, onA, onB], tags })
    this.town.ways.push({ refs: before === undefined ? [backA, backB] : [backA, backB, before + 2], tags })
    if (!this.random.chance(0.6)) return
    const slip = { highway: 'motorway_link', oneway: 'yes' }
    const junction = own(border)
    for (const refs of [
      [onA, junction],
      [junction, onB],
      [backA, junction],
      [junction, backB],
    ])
      this.town.ways.push({ refs, tags: slip })
  }

  /** Slip roads from every carriageway of one motorway to those of the other. */
  joinMotorways(): void {
    const tags = { highway: 'motorway_link', oneway: 'yes', maxspeed: '80' }
    const [east, north] = [EAST_LANES, NORTH_LANES].map((lanes) => [lanes, lanes + 2] as const)
    for (const [from, to] of [
      [east!, north!],
      [north!, east!],
    ] as const) {
      for (const start of from) {
        for (const end of to) this.town.ways.push({ refs: [this.firstNode + start, this.firstNode + end + 1], tags })
      }
    }
  }

  /** Closes a street to vans here and there; drawn from a separate sequence, so that the roads of cars do not change. */
  closeToVans(random: Random): void {
    for (const way of this.town.ways) {
      if (way.tags.highway === 'residential' && random.chance(CLOSED_TO_VANS)) way.tags = { ...way.tags, goods: 'no' }
    }
  }

  private addBorders(): void {
    const half = CELL_METERS / 2
    this.addNode(CELL_METERS, half)
    this.addNode(half, CELL_METERS)
    // Eastbound and westbound south and north of the northern border road, then northbound and southbound at the eastern one.
    this.addNode(half - 300, CELL_METERS - 20)
    this.addNode(half + 300, CELL_METERS - 20)
    this.addNode(half + 300, CELL_METERS + 20)
    this.addNode(half - 300, CELL_METERS + 20)
    this.addNode(CELL_METERS + 20, half - 300)
    this.addNode(CELL_METERS + 20, half + 300)
    this.addNode(CELL_METERS - 20, half + 300)
    this.addNode(CELL_METERS - 20, half - 300)
  }

  /** A street over the town: its ways end where its name does, or where a stretch of it is missing. */
  private addStreet(line: number, crossing: (place: number) => number): void {
    const { random, size } = this
    const isMain = line === size >> 1
    const tags = this.streetTags(isMain)
    let refs = [crossing(0)]
    const end = (node: number) => {
      if (refs.length > 1) this.addWay(refs, tags, isMain)
      refs = [node]
    }
    for (let place = 1; place < size; place++) {
      if (!isMain && random.chance(MISSING)) {
        end(crossing(place))
        continue
      }
      refs.push(...this.shapeBetween(refs.at(-1)!, crossing(place), random.below(7)), crossing(place))
      if (random.chance(0.15)) end(crossing(place))
    }
    end(0)
  }

  private streetTags(isMain: boolean): StreamTags {
    const { random } = this
    if (isMain) return { highway: 'secondary', name: 'Main Street', maxspeed: '50' }
    const tags: Record<string, string> = {
      highway: random.pick(LANES),
      name: `${random.pick(FIRST)} ${random.pick(LAST)}`,
    }
    if (random.chance(0.2)) tags.oneway = random.chance(0.5) ? 'yes' : '-1'
    if (random.chance(0.3)) tags.maxspeed = '30'
    return tags
  }

  private addWay(refs: number[], tags: StreamTags, isMain: boolean): void {
    const { ways, restrictions } = this.town
    ways.push({ refs: refs.map((node) => this.firstNode + node), tags })
    // Turns off a main street are forbidden here and there.
    if (isMain || ways.length < 2 || !this.random.chance(0.03)) return
    const kind = this.random.pick(['no_left_turn', 'no_right_turn', 'no_u_turn', 'only_straight_on'])
    restrictions.push({ from: ways.length - 2, via: refs[0]!, to: ways.length - 1, kind })
  }

  private addDeadEnd(from: number): void {
    const { random } = this
    const [east, north] = this.metersOf(from)
    const end = this.addNode(east + (random.next() - 0.5) * 90, north + (random.next() - 0.5) * 90)
    const tags: StreamTags = random.chance(0.2)
      ? { highway: 'service', access: 'private' }
      : { highway: random.pick(['service', 'residential']) }
    this.town.ways.push({ refs: [from, end].map((node) => this.firstNode + node), tags })
  }

  private crossing(column: number, row: number): number {
    return BORDER_NODES + row * this.size + column
  }

  /** New nodes along a slightly bent line, without its ends. */
  private shapeBetween(from: number, to: number, count: number): number[] {
    const [x0, y0] = this.metersOf(from)
    const [x1, y1] = this.metersOf(to)
    return Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / (count + 1)
      const bend = () => (this.random.next() - 0.5) * 0.06 * (Math.abs(x1 - x0) + Math.abs(y1 - y0))
      return this.addNode(x0 + share * (x1 - x0) + bend(), y0 + share * (y1 - y0) + bend())
    })
  }

  private addNode(east: number, north: number): number {
    this.town.latE7.push(Math.round(this.southE7 + north * E7_PER_METER))
    this.town.lngE7.push(Math.round(this.westE7 + east * this.lngPerMeter))
    return this.town.latE7.length - 1
  }

  private metersOf(node: number): [east: number, north: number] {
    const { latE7, lngE7 } = this.town
    return [(lngE7[node]! - this.westE7) / this.lngPerMeter, (latE7[node]! - this.southE7) / E7_PER_METER]
  }
}

const FIRST = Array.from('ABCDEFGHIKLMNOPRSTUVW', (letter) => [`${letter}lder`, `${letter}orth`, `${letter}ine`]).flat()
const LAST = ['Street', 'Road', 'Lane', 'Way', 'Close', 'Walk', 'Row', 'Hill', 'Green', 'Park', 'Field', 'Gate']
