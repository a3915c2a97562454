// Numbered scenarios on little towns: what the engine does with each rule of the road. They read as a tutorial.

import { describe, expect, it } from 'vitest'
import { buildTown, shapeMeters, type TownPlan } from '../test/town.ts'
import { RoadsError } from './errors.ts'

/** Two ways from A to C: the short street A-B-C and the detour A-D-E-F-C one block up. */
const BLOCK = `
  D.E.F
  A.B.C
`
const block = (main: Record<string, string>, more: Partial<TownPlan> = {}): TownPlan => ({
  map: BLOCK,
  ways: { west: ['AD'], top: ['DEF'], east: ['FC'], main: ['ABC', main] },
  ...more,
})

/** A crossing X with four arms, each ending in a dead end. */
const CROSS: TownPlan = {
  map: `
    ..N..
    W.X.E
    ..S..
  `,
  ways: { south: ['SX'], north: ['XN'], west: ['WX'], east: ['XE'] },
}

describe('1 travel along roads', () => {
  it('1.1 takes the shorter of two ways', () => {
    const town = buildTown(block({}))
    expect(town.route(town.node('A'), town.node('C'))).toBe('ABC')
    expect(town.meters(town.node('A'), town.node('C'))).toBe(200)
  })

  it('1.2 takes the faster way when the shorter one is slow', () => {
    const town = buildTown({ ...block({ maxspeed: '10' }) })
    expect(town.route(town.between('A', 'B', 0.01), town.node('C'))).toMatch(/ADEFC$/)
  })

  it('1.3 seconds follow from the limit: 200 m at 86 % of 50 km/h', () => {
    const town = buildTown({ map: 'A...B', ways: { street: ['AB'] } })
    expect(town.seconds(town.node('A'), town.node('B'))).toBe(Math.round(200 / ((50 * 0.86) / 3.6)))
  })

  it('1.4 a limit in miles per hour counts as such', () => {
    const town = buildTown({ map: 'A...B', ways: { street: ['AB', { maxspeed: '30 mph' }] } })
    expect(town.seconds(town.node('A'), town.node('B'))).toBe(Math.round(200 / ((48.28 * 0.86) / 3.6)))
  })

  it('1.5 different limits in the two directions give different times', () => {
    const tags = { 'maxspeed:forward': '50', 'maxspeed:backward': '20' }
    const town = buildTown({ map: 'A...B', ways: { street: ['AB', tags] } })
    expect(town.seconds(town.node('A'), town.node('B'))).toBe(17)
    expect(town.seconds(town.node('B'), town.node('A'))).toBe(42)
  })

  it('1.6 without a limit the class of the road decides', () => {
    const seconds = (highway: string) => {
      const town = buildTown({ map: 'A...B', ways: { street: ['AB', { highway, maxspeed: '' }] } })
      return town.seconds(town.node('A'), town.node('B'))
    }
    expect(seconds('primary')).toBeLessThan(seconds('residential'))
    expect(seconds('residential')).toBeLessThan(seconds('service'))
  })
})

describe('2 one-way streets', () => {
  it('2.1 are not driven against their direction', () => {
    const town = buildTown(block({ oneway: 'yes' }))
    expect(town.route(town.node('A'), town.node('C'))).toBe('ABC')
    expect(town.route(town.node('C'), town.node('A'))).toBe('CFEDA')
  })

  it('2.2 oneway=-1 runs against the way', () => {
    const town = buildTown(block({ oneway: '-1' }))
    expect(town.route(town.node('A'), town.node('C'))).toBe('ADEFC')
    expect(town.route(town.node('C'), town.node('A'))).toBe('CBA')
  })

  it('2.3 a roundabout is one-way without saying so', () => {
    const town = buildTown(block({ junction: 'roundabout' }))
    expect(town.route(town.node('C'), town.node('A'))).toBe('CFEDA')
  })

  it('2.4 cyclists go against it where contraflow is tagged', () => {
    const tags = { oneway: 'yes', 'oneway:bicycle': 'no' }
    expect(buildTown(block(tags), 'bicycle').route(...ends(buildTown(block(tags), 'bicycle')))).toBe('CBA')
    const lane = { oneway: 'yes', cycleway: 'opposite_lane' }
    expect(buildTown(block(lane), 'bicycle').route(...ends(buildTown(block(lane), 'bicycle')))).toBe('CBA')
    const plain = buildTown(block({ oneway: 'yes' }), 'bicycle')
    expect(plain.route(...ends(plain))).toBe('CFEDA')
  })

  it('2.5 walkers do not mind', () => {
    const town = buildTown(block({ oneway: 'yes' }), 'pedestrian')
    expect(town.route(...ends(town))).toBe('CBA')
  })

  it('2.6 a street whose direction changes with the hour is not used', () => {
    const town = buildTown(block({ oneway: 'reversible' }))
    expect(town.route(town.node('A'), town.node('C'))).toBe('ADEFC')
  })

  function ends(town: ReturnType<typeof buildTown>) {
    return [town.node('C'), town.node('A')] as const
  }
})

describe('3 turn restrictions', () => {
  const restricted = (type: string, to: string, tags?: Record<string, string>): TownPlan => ({
    map: `
      N...O
      X...E
      S...P
    `,
    ways: { south: ['SX'], north: ['XN'], east: ['XE'], n2: ['NO'], o: ['OE'], s2: ['SP'], p: ['PE'] },
    restrictions: [{ type, from: 'south', via: 'X', to, tags }],
  })
  const southOfX = (town: ReturnType<typeof buildTown>) => town.between('S', 'X', 0.9)
  const eastOfX = (town: ReturnType<typeof buildTown>) => town.between('X', 'E', 0.1)

  it('3.1 no_right_turn over a node is obeyed', () => {
    const town = buildTown(restricted('no_right_turn', 'east'))
    expect(town.route(southOfX(town), eastOfX(town))).not.toContain('SXE')
    expect(town.meters(southOfX(town), eastOfX(town))).toBeGreaterThan(400)
    expect(town.meters(southOfX(town), town.between('X', 'N', 0.1))).toBe(20)
  })

  it('3.2 only_straight_on forbids every other turn', () => {
    const town = buildTown(restricted('only_straight_on', 'north'))
    expect(town.meters(southOfX(town), eastOfX(town))).toBeGreaterThan(400)
    expect(town.meters(southOfX(town), town.between('X', 'N', 0.1))).toBe(20)
  })

  it('3.3 except exempts the vehicles it names', () => {
    const plan = restricted('no_right_turn', 'east', { except: 'psv;bicycle' })
    const car = buildTown(plan)
    const bicycle = buildTown(plan, 'bicycle')
    expect(car.meters(southOfX(car), eastOfX(car))).toBeGreaterThan(400)
    expect(bicycle.meters(southOfX(bicycle), eastOfX(bicycle))).toBe(30)
  })

  it('3.4 restriction:hgv binds trucks only', () => {
    const plan = restricted('', 'east', { restriction: '', 'restriction:hgv': 'no_right_turn' })
    const car = buildTown(plan)
    const truck = buildTown(plan, 'truck')
    expect(car.meters(southOfX(car), eastOfX(car))).toBe(30)
    expect(truck.meters(southOfX(truck), eastOfX(truck))).toBeGreaterThan(400)
  })

  it('3.5 walkers are not bound', () => {
    const town = buildTown(restricted('no_right_turn', 'east'), 'pedestrian')
    expect(town.meters(southOfX(town), eastOfX(town))).toBe(30)
  })

  /** From S up to X, over the bridge X-Y, then left to N or straight to E; Q offers a second way onto the bridge. */
  const bridge = (restrictions: TownPlan['restrictions']): TownPlan => ({
    map: `
      ....N.O
      Q.X.Y.E
      ..S...P
    `,
    ways: {
      south: ['SX'],
      quay: ['QX'],
      bridge: ['XY'],
      north: ['YN'],
      east: ['YE'],
      n2: ['NO'],
      o: ['OE'],
      s2: ['SP'],
      p: ['PE'],
    },
    restrictions,
  })

  it('3.6 a restriction over a way binds only those who came from its first way', () => {
    const town = buildTown(bridge([{ type: 'no_left_turn', from: 'south', via: ['bridge'], to: 'north' }]))
    const goal = town.between('Y', 'N', 0.2)
    expect(town.route(town.between('Q', 'X', 0.5), goal)).toMatch(/XY$/)
    expect(town.meters(town.between('Q', 'X', 0.5), goal)).toBe(170)
    expect(town.meters(town.between('S', 'X', 0.5), goal)).toBeGreaterThan(300)
    expect(town.meters(town.between('S', 'X', 0.5), town.between('Y', 'E', 0.2))).toBe(170)
    // Whoever starts on the bridge itself did not come from the south.
    expect(town.meters(town.between('X', 'Y', 0.5), goal)).toBe(70)
  })

  it('3.7 only_ over a way keeps those from its first way on the course', () => {
    const town = buildTown(bridge([{ type: 'only_straight_on', from: 'south', via: ['bridge'], to: 'east' }]))
    const goal = town.between('Y', 'N', 0.2)
    expect(town.meters(town.between('S', 'X', 0.5), goal)).toBeGreaterThan(300)
    expect(town.meters(town.between('Q', 'X', 0.5), goal)).toBe(170)
  })

  it('3.8 a stop on the bridge is reached from the restricted side too', () => {
    const town = buildTown(bridge([{ type: 'no_left_turn', from: 'south', via: ['bridge'], to: 'north' }]))
    expect(town.meters(town.between('S', 'X', 0.5), town.between('X', 'Y', 0.5))).toBe(100)
  })

  it('3.9 two restrictions over the same way hold together', () => {
    const town = buildTown(
      bridge([
        { type: 'no_left_turn', from: 'south', via: ['bridge'], to: 'north' },
        { type: 'no_straight_on', from: 'south', via: ['bridge'], to: 'east' },
      ]),
    )
    expect(town.route(town.between('S', 'X', 0.5), town.between('Y', 'N', 0.2))).toMatch(/^S?.*PE/)
    expect(town.route(town.between('S', 'X', 0.5), town.between('Y', 'E', 0.8))).toMatch(/PE/)
  })

  it('3.10 an incomplete or timed restriction is left aside', () => {
    const timed = restricted('no_right_turn', 'east', { hour_on: '07:00', hour_off: '09:00' })
    const town = buildTown(timed)
    expect(town.meters(southOfX(town), eastOfX(town))).toBe(30)
  })
})

describe('4 turning back', () => {
  /** Ten metres to the right of someone who travels from one node to the other, to be served from that side. */
  const kerb = (town: ReturnType<typeof buildTown>, from: string, to: string) => {
    const middle = town.between(from, to, 0.5)
    const north = town.node(to).lng < town.node(from).lng ? 10 : -10
    return { ...middle, lat: middle.lat + north / 111_195, approach: 'curb' as const }
  }

  it('4.1 a trip starts in either direction', () => {
    const town = buildTown(CROSS)
    expect(town.meters(town.between('W', 'X', 0.5), town.between('W', 'X', 0.2))).toBe(30)
  })

  it('4.2 is not done at a crossing but at the next dead end', () => {
    const town = buildTown(CROSS)
    // Heading east to X, up or down an arm of 100 m, back to X and west again.
    expect(town.meters(kerb(town, 'W', 'X'), kerb(town, 'X', 'W'))).toBe(50 + 100 + 100 + 50)
  })

  it('4.3 no_u_turn at a dead end keeps even that', () => {
    const plan: TownPlan = {
      map: `
        A...B
        D...C...E
      `,
      ways: { ring: ['ABCDA'], stub: ['CE', { highway: 'primary' }] },
    }
    const forbidden = [{ type: 'no_u_turn', from: 'stub', via: 'E', to: 'stub' }]
    const free = buildTown(plan)
    const bound = buildTown({ ...plan, restrictions: forbidden })
    // The far kerb is reached only after turning at E.
    const farKerb = kerb(free, 'E', 'C')
    expect(free.meters(free.between('D', 'C', 0.5), farKerb)).toBe(100 + 200 + 100)
    expect(bound.meters(bound.between('D', 'C', 0.5), farKerb)).toBe(-1)
    expect(bound.meters(bound.between('D', 'C', 0.5), bound.between('C', 'E', 0.5))).toBe(200)
  })
})

describe('5 both places on one street', () => {
  it('5.1 in the order of travel and against it', () => {
    const town = buildTown({ map: 'A.......B', ways: { street: ['AB'] } })
    const [a, b] = [town.between('A', 'B', 0.25), town.between('A', 'B', 0.75)]
    expect([town.meters(a, b), town.meters(b, a), town.meters(a, a)]).toEqual([200, 200, 0])
    expect(town.seconds(a, a)).toBe(0)
  })

  it('5.2 against a one-way the whole block is driven around', () => {
    const town = buildTown({
      map: `
        D...C
        A...B
      `,
      ways: { ring: ['ABCDA', { oneway: 'yes' }], tail: ['AB', { highway: 'footway' }] },
    })
    const [a, b] = [town.between('A', 'B', 0.25), town.between('A', 'B', 0.75)]
    expect(town.meters(a, b)).toBe(100)
    expect(town.meters(b, a)).toBe(500)
    expect(town.route(b, a)).toMatch(/BCDA/)
  })

  it('5.3 the path between them has exactly their ends', () => {
    const town = buildTown({ map: 'A.......B', ways: { street: ['AB'] } })
    const path = town.graph.path([town.between('A', 'B', 0.75), town.between('A', 'B', 0.25)])
    expect(shapeMeters(path.geometry)).toEqual([
      [300, 0],
      [100, 0],
    ])
  })
})

describe('6 access', () => {
  it('6.1 access=destination carries no through traffic', () => {
    const town = buildTown(block({ access: 'destination' }))
    expect(town.route(town.node('D'), town.node('F'))).toBe('DEF')
    const detour = buildTown({
      ...block({}),
      ways: { ...block({}).ways, main: ['ABC', { motor_vehicle: 'destination' }] },
    })
    expect(detour.route(detour.between('A', 'D', 0.1), detour.between('F', 'C', 0.9))).toBe('DEF')
  })

  it('6.2 but is driven to reach a place on it, and to leave it', () => {
    const town = buildTown(block({ vehicle: 'destination' }))
    expect(town.meters(town.between('A', 'D', 0.1), town.between('A', 'B', 0.5))).toBe(60)
    expect(town.meters(town.between('A', 'B', 0.5), town.between('F', 'C', 0.9))).toBe(160)
    expect(town.meters(town.between('A', 'B', 0.5), town.between('B', 'C', 0.5))).toBe(100)
  })

  it('6.3 an open street behind a private one is reached all the same', () => {
    const town = buildTown({
      map: `
        D...E
        A...B...C...F
      `,
      ways: { ring: ['ABEDA'], drive: ['BC', { access: 'private' }], yard: ['CF'] },
    })
    expect(town.meters(town.node('A'), town.node('F'))).toBe(600)
    expect(town.graph.snap(town.node('F'))!.roadName).toBe('yard')
  })

  it('6.4 access=no closes, a more specific key opens', () => {
    const closed = buildTown(block({ access: 'no' }))
    expect(closed.route(closed.between('A', 'D', 0.1), closed.between('F', 'C', 0.9))).toContain('DEF')
    const opened = buildTown(block({ access: 'no', motor_vehicle: 'yes' }))
    expect(opened.meters(opened.between('A', 'D', 0.1), opened.between('F', 'C', 0.9))).toBe(220)
  })

  it('6.5 a footway is for walkers, unless motor vehicles are named', () => {
    const tags = { highway: 'footway' }
    const car = buildTown(block(tags))
    const walker = buildTown(block(tags), 'pedestrian')
    const delivery = buildTown(block({ ...tags, motor_vehicle: 'yes', maxspeed: '' }))
    expect(car.route(car.between('A', 'D', 0.1), car.between('F', 'C', 0.9))).toContain('DEF')
    expect(walker.meters(walker.between('A', 'D', 0.1), walker.between('F', 'C', 0.9))).toBe(220)
    expect(delivery.graph.snap(delivery.node('B'))!.roadName).toBe('main')
  })
})

describe('7 barriers', () => {
  const withBarrier = (tags: Record<string, string>) => block({}, { nodes: { B: tags } })

  it('7.1 a bollard stops a car, not a bicycle', () => {
    const plan = withBarrier({ barrier: 'bollard' })
    const car = buildTown(plan)
    const bicycle = buildTown(plan, 'bicycle')
    expect(car.route(car.node('A'), car.node('C'))).toBe('ADEFC')
    expect(bicycle.route(bicycle.node('A'), bicycle.node('C'))).toBe('ABC')
  })

  it('7.2 both sides of it are still reached, turning back at the barrier', () => {
    const town = buildTown(withBarrier({ barrier: 'bollard' }))
    expect(town.meters(town.node('D'), town.between('A', 'B', 0.9))).toBe(190)
    expect(town.meters(town.between('A', 'B', 0.9), town.between('B', 'C', 0.1))).toBe(90 + 400 + 90)
  })

  it('7.3 a gate lets through unless it is private or closed', () => {
    const route = (tags: Record<string, string>) => {
      const town = buildTown(withBarrier({ barrier: 'gate', ...tags }))
      return town.route(town.node('A'), town.node('C'))
    }
    expect(route({})).toBe('ABC')
    expect(route({ access: 'destination' })).toBe('ABC')
    expect(route({ access: 'private' })).toBe('ADEFC')
    expect(route({ access: 'no' })).toBe('ADEFC')
    expect(route({ access: 'no', motor_vehicle: 'yes' })).toBe('ABC')
  })
})

describe('8 ferries', () => {
  const ferry = (tags: Record<string, string>): TownPlan => ({
    map: 'A...B.........C...D',
    ways: { west: ['AB'], boat: ['BC', { highway: '', route: 'ferry', maxspeed: '', ...tags }], east: ['CD'] },
  })

  it('8.1 take as long as their duration says', () => {
    const town = buildTown(ferry({ duration: '00:20' }))
    const shore = 2 * Math.round(200 / ((50 * 0.86) / 3.6))
    expect(town.seconds(town.node('A'), town.node('D'))).toBeGreaterThanOrEqual(1200 + shore - 2)
    expect(town.seconds(town.node('A'), town.node('D'))).toBeLessThanOrEqual(1200 + shore + 2)
  })

  it('8.2 no trip starts on the water', () => {
    const town = buildTown(ferry({}))
    expect(town.graph.snap(town.between('B', 'C', 0.4))!.roadName).toBe('west')
  })

  it('8.3 a boat for walkers carries no car', () => {
    const car = buildTown(ferry({ foot: 'yes' }))
    const walker = buildTown(ferry({ foot: 'yes' }), 'pedestrian')
    expect(car.route(car.node('A'), car.node('B'))).toBeDefined()
    expect(walker.route(walker.node('A'), walker.node('D'))).toBe('ABCD')
    expect(car.meters(car.node('A'), car.node('D'))).not.toBe(900)
  })
})

describe('9 trucks', () => {
  const size = { heightMeters: 3.8, weightTons: 12, lengthMeters: 9, widthMeters: 2.5 }
  const detours = (tags: Record<string, string>, truck = size) => {
    const town = buildTown(block(tags), 'truck', truck)
    return town.route(town.node('A'), town.node('C')) === 'ADEFC'
  }

  it.each([
    [{ maxheight: '3.5' }],
    [{ maxheight: `11'6"` }],
    [{ maxweight: '7.5' }],
    [{ maxweightrating: '7.5 t' }],
    [{ maxlength: '8 m' }],
    [{ maxwidth: '2.2' }],
    [{ hgv: 'no' }],
  ])('9.1 go around %o', (tags) => {
    expect(detours(tags)).toBe(true)
    const car = buildTown(block(tags))
    expect(car.route(car.node('A'), car.node('C'))).toBe('ABC')
  })

  it('9.2 pass below higher limits, and small trucks below low ones', () => {
    expect(detours({ maxheight: '4.0', maxweight: '18' })).toBe(false)
    expect(detours({ maxheight: '3.5' }, { ...size, heightMeters: 3.2 })).toBe(false)
  })

  it('9.3 a height restrictor across the road stops them', () => {
    const plan = block({}, { nodes: { B: { barrier: 'height_restrictor', maxheight: '2.2' } } })
    const truck = buildTown(plan, 'truck')
    expect(truck.route(truck.node('A'), truck.node('C'))).toBe('ADEFC')
    const car = buildTown(plan)
    expect(car.route(car.node('A'), car.node('C'))).toBe('ABC')
  })

  it('9.4 hgv=destination serves the street only', () => {
    const town = buildTown(block({ hgv: 'destination' }), 'truck')
    expect(town.meters(town.between('A', 'D', 0.1), town.between('A', 'B', 0.5))).toBe(60)
    expect(town.route(town.between('A', 'D', 0.1), town.between('F', 'C', 0.9))).toContain('DEF')
  })
})

describe('9b scooters', () => {
  it('9b.1 keep off motorways and motor roads, and go no faster than 45 km/h', () => {
    for (const tags of [
      { highway: 'motorway', oneway: 'no' },
      { highway: 'trunk', motorroad: 'yes' },
    ]) {
      const town = buildTown(block({ ...tags, maxspeed: '100' }), 'scooter')
      expect(town.route(town.between('A', 'D', 0.1), town.between('F', 'C', 0.9))).toContain('DEF')
    }
    const road = buildTown({ map: 'A...B', ways: { street: ['AB', { maxspeed: '80' }] } }, 'scooter')
    expect(road.seconds(road.node('A'), road.node('B'))).toBe(16)
  })
})

describe('10 snapping', () => {
  it('10.1 to the nearest place of a street, not to its nodes', () => {
    const town = buildTown({ map: 'A.......B', ways: { street: ['AB', { name: 'Hauptstraße' }] } })
    const point = town.between('A', 'B', 0.37)
    const snap = town.graph.snap({ ...point, lat: point.lat + 20 / 111_195 })!
    expect(snap.lng).toBeCloseTo(point.lng, 6)
    expect(snap.curbMeters).toBeCloseTo(20, 0)
    expect(snap.roadName).toBe('Hauptstraße')
  })

  it('10.2 farther than 2 km, or than the given limit, is unreachable', () => {
    const town = buildTown({ map: 'A.......B', ways: { street: ['AB'] } })
    const north = (meters: number) => ({ ...town.node('A'), lat: town.node('A').lat + meters / 111_195 })
    expect(town.graph.snap(north(1990))).toBeDefined()
    expect(town.graph.snap(north(2010))).toBeUndefined()
    expect(town.graph.snap({ ...north(60), maxCurbMeters: 50 })).toBeUndefined()
    const matrix = town.graph.matrix([town.node('A'), north(2010), town.node('B')])
    expect([...matrix.seconds].map((seconds) => seconds < 0)).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
      false,
      true,
      false,
    ])
    expect(town.graph.path([town.node('A'), north(2010)]).legs[0]).toEqual({ seconds: -1, meters: -1, geometry: '' })
  })

  it('10.3 never to an island that the network does not reach', () => {
    const town = buildTown({
      map: `
        X...Y
        A.......B
      `,
      ways: { island: ['XY'], street: ['AB', { highway: 'primary' }], more: ['AB', { highway: 'footway' }] },
    })
    expect(town.graph.snap(town.node('X'))!.roadName).toMatch(/street|island/)
    const names = [town.graph.snap(town.node('X')), town.graph.snap(town.node('A'))].map((snap) => snap!.roadName)
    expect(new Set(names).size).toBe(1)
  })

  it('10.4 an address beside a motorway belongs to its street, a vehicle may be on the motorway', () => {
    const town = buildTown({
      map: `
        D.......E
        A.......B
      `,
      ways: {
        fast: ['DE', { highway: 'motorway', oneway: 'no' }],
        street: ['AB'],
        west: ['AD', { highway: 'motorway_link' }],
        east: ['BE', { highway: 'motorway_link' }],
      },
    })
    const point = town.between('D', 'E', 0.4)
    expect(town.graph.snap(point)!.roadName).toBe('street')
    expect(town.graph.snap({ ...point, isVehicle: true })!.roadName).toBe('fast')
  })

  it('10.5 approach curb: the stop lies on the driving side when arriving', () => {
    const town = buildTown({
      map: `
        D.......C
        A.......B
      `,
      ways: { ring: ['BCDA'], street: ['AB', { highway: 'primary' }] },
    })
    const middle = town.between('A', 'B', 0.5)
    const south = { ...middle, lat: middle.lat - 10 / 111_195, approach: 'curb' as const }
    const north = { ...middle, lat: middle.lat + 10 / 111_195, approach: 'curb' as const }
    // Traffic keeps right: going east the south side is at the kerb, going west the north side.
    expect(town.meters(town.node('A'), south)).toBe(200)
    expect(town.meters(town.node('A'), north)).toBeGreaterThan(400)
    expect(town.meters(town.node('B'), north)).toBe(200)
  })

  it('10.6 a point that is none is refused with its number', () => {
    const town = buildTown({ map: 'A.......B', ways: { street: ['AB'] } })
    expect(() => town.graph.matrix([town.node('A'), { lat: Number.NaN, lng: 0 }])).toThrow(/point 1/)
    expect(() => town.graph.matrix([{ lat: 91, lng: 0 }])).toThrow(RoadsError)
  })
})

describe('11 turn costs', () => {
  it('11.1 a turn across the oncoming traffic costs more than one along the kerb', () => {
    const town = buildTown(CROSS)
    const from = town.between('S', 'X', 0.5)
    const [left, right, ahead] = ['W', 'E', 'N'].map((arm) => town.seconds(from, town.between('X', arm, 0.5)))
    expect(left).toBeGreaterThan(right!)
    expect(right).toBeGreaterThan(ahead!)
  })

  it('11.2 where roundabouts run clockwise it is the other way round', () => {
    const plan: TownPlan = {
      map: `
        ..N....P.Q
        W.X.E..R.T
        ..S
      `,
      ways: { ...CROSS.ways, link: ['ER'], ring: ['RPQTR', { junction: 'roundabout' }] },
    }
    const town = buildTown(plan)
    const from = town.between('S', 'X', 0.5)
    expect(town.seconds(from, town.between('X', 'E', 0.5))).toBeGreaterThan(
      town.seconds(from, town.between('X', 'W', 0.5)),
    )
  })

  it('11.3 signals delay', () => {
    const plain = buildTown(CROSS)
    const lit = buildTown({ ...CROSS, nodes: { X: { highway: 'traffic_signals' } } })
    expect(lit.seconds(lit.node('S'), lit.node('N'))).toBe(plain.seconds(plain.node('S'), plain.node('N')) + 3)
  })

  it('11.4 a bend of one road costs nothing', () => {
    const bend = buildTown({ map: 'B...C\nA', ways: { one: ['AB'], two: ['BC'] } })
    const straight = buildTown({ map: 'A.B...C', ways: { one: ['AB'], two: ['BC'] } })
    expect(bend.seconds(bend.node('A'), bend.node('C'))).toBe(straight.seconds(straight.node('A'), straight.node('C')))
  })
})

describe('12 paths', () => {
  it('12.1 legs add up, and the whole geometry joins theirs', () => {
    const town = buildTown(block({}))
    const path = town.graph.path([town.node('D'), town.node('B'), town.node('F')])
    expect(path.legs).toHaveLength(2)
    expect(path.meters).toBe(path.legs[0]!.meters + path.legs[1]!.meters)
    const shape = shapeMeters(path.geometry)
    const legShapes = path.legs.map((leg) => shapeMeters(leg.geometry))
    expect(shape).toEqual([...legShapes[0]!, ...legShapes[1]!.slice(1)])
  })

  it('12.2 an extract without any road for the profile is refused', () => {
    const plan: TownPlan = { map: 'A.B', ways: { path: ['AB', { highway: 'steps' }] } }
    expect(() => buildTown(plan)).toThrow(/no road/)
    expect(() => buildTown({ map: 'A.B', ways: {} })).toThrow(RoadsError)
  })
})
