// Numbered scenarios on little towns, first part: ways, one-ways, turns. They read as a tutorial; scenarios-access.test.ts goes on.

import { describe, expect, it } from 'vitest'
import { buildTown, shapeMeters, type TownPlan } from '../town.ts'
import { block, CROSS } from '../town-plans.ts'

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
    // A vehicle that starts on the bridge itself did not come from the south.
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
  /** Ten metres to the right when travelling from one node to the other, to be served from that side. */
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
