// Numbered scenarios on little towns, second part: who may go where, places beside the road, turn costs, paths.

import { describe, expect, it } from 'vitest'
import { RoadsError } from '../../src/foundation/errors.ts'
import { buildTown, shapeMeters, type TownPlan } from '../town.ts'
import { block, CROSS } from '../town-plans.ts'

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
    const town = buildTown(block(tags), 'truck', { size: truck })
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
    const fastRoads: Record<string, string>[] = [
      { highway: 'motorway', oneway: 'no' },
      { highway: 'trunk', motorroad: 'yes' },
    ]
    for (const tags of fastRoads) {
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
    expect(town.graph.path([town.node('A'), north(2010)]).legs[0]).toEqual({
      seconds: -1,
      meters: -1,
      mix: 0,
      geometry: '',
    })
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
