// Which maneuvers a way is told by: crossings drawn by hand, with what drivers see there.
import type { DrivenPart, LinePoint, MeetingRoad } from '@routewright/roads'
import { describe, expect, test } from 'vitest'
import { listSteps, type Step } from './steps.ts'

const here: LinePoint = [470_000_000, 95_000_000]

/** A place 100 m from the crossing, in this direction. */
function toward(degrees: number): LinePoint {
  const radians = (degrees * Math.PI) / 180
  return [here[0] + Math.round(9_000 * Math.cos(radians)), here[1] + Math.round(13_200 * Math.sin(radians))]
}

interface Arm {
  degrees: number
  name?: string
  mayEnter?: boolean
  isMotorway?: boolean
  isRoundabout?: boolean
}

const plain = { isMotorway: false, isFerry: false, isRoundabout: false, drivenCs: 1_000, turnCs: 0, lengthDm: 1_000 }

/** From the south into the crossing: the road before, and the one that is taken, with the arms besides. */
function crossing(
  before: Partial<DrivenPart>,
  after: Partial<DrivenPart> & { degrees: number },
  arms: Arm[] = [],
): DrivenPart[] {
  const { degrees, ...taken } = after
  const arm = (road: Arm, role: MeetingRoad['role']): MeetingRoad => ({
    mayEnter: true,
    name: '',
    isMotorway: false,
    isRoundabout: false,
    ...road,
    role,
  })
  const meeting = [
    arm({ degrees: 180, mayEnter: false, ...(before.name !== undefined && { name: before.name }) }, 'from'),
    arm({ degrees }, 'to'),
    ...arms.map((road) => arm(road, 'other')),
  ]
  return [
    { ...plain, name: '', points: [toward(180), here], meeting: [], ...before },
    {
      ...plain,
      name: '',
      points: [here, toward(degrees)],
      ...taken,
      meeting: meeting.sort((road, other) => road.degrees - other.degrees),
    },
  ]
}

const steps = (parts: readonly DrivenPart[]) =>
  listSteps(parts, { geometries: 'geojson', mode: 'driving', drivesOnLeft: false })
const told = ({ maneuver: { type, modifier, exit } }: Step) =>
  [type, modifier, exit].filter((word) => word !== undefined).join(' ')

describe('at a crossing', () => {
  const [main, side] = [{ name: 'Main Street' }, { name: 'Side Street' }]
  test.each<[string, DrivenPart[], string[]]>([
    ['straight on along one street needs no word', crossing(main, { ...main, degrees: 5 }, [{ degrees: 90 }]), []],
    ['a turn into another street', crossing(main, { ...side, degrees: 90 }, [{ degrees: 0 }]), ['turn right']],
    ['a slight one', crossing(main, { ...side, degrees: 325 }, [{ degrees: 90 }]), ['turn slight left']],
    ['a sharp one', crossing(main, { ...side, degrees: 220 }, [{ degrees: 0 }]), ['turn sharp left']],
    [
      'a street that bends while others go on',
      crossing(main, { ...main, degrees: 90 }, [{ degrees: 180 }]),
      ['continue right'],
    ],
    ['a street that only bends', crossing(main, { ...main, degrees: 90 }), []],
    ['a street that only changes its name', crossing(main, { ...side, degrees: 90 }), ['new name right']],
    [
      'straight on into another street',
      crossing(main, { ...side, degrees: 3 }, [{ degrees: 90 }]),
      ['new name straight'],
    ],
    ['the end of a road', crossing(main, { ...side, degrees: 270 }, [{ degrees: 90 }]), ['end of road left']],
    [
      'a road that may not be entered is no choice',
      crossing(main, { ...main, degrees: 90 }, [{ degrees: 0, mayEnter: false }]),
      [],
    ],
    ['two roads ahead', crossing(main, { ...side, degrees: 345 }, [{ degrees: 15 }]), ['fork slight left']],
    ['turning around', crossing(main, { ...main, degrees: 180 }), ['continue uturn']],
    [
      'onto a motorway',
      crossing(main, { name: 'A13', isMotorway: true, degrees: 20 }, [{ degrees: 350 }]),
      ['on ramp straight'],
    ],
    [
      'off a motorway',
      crossing({ name: 'A13', isMotorway: true }, { isMotorway: true, degrees: 25 }, [
        { degrees: 0, name: 'A13', isMotorway: true },
      ]),
      ['off ramp slight right'],
    ],
    [
      'among the traffic of a motorway',
      crossing({ isMotorway: true }, { name: 'A13', isMotorway: true, degrees: 350 }, [
        { degrees: 160, name: 'A13', isMotorway: true, mayEnter: false },
      ]),
      ['merge straight'],
    ],
    ['onto a ferry', crossing(main, { name: 'Ferry', isFerry: true, degrees: 0 }), ['notification straight']],
  ])('%s', (_, parts, expected) => {
    expect(steps(parts).map(told)).toEqual(['depart', ...expected, 'arrive'])
  })

  test('the exit of a roundabout is counted by the roads that might be taken', () => {
    const [way, entry] = crossing({ name: 'Main Street' }, { isRoundabout: true, degrees: 90 })
    const around = (exits: Arm[]) => crossing({}, { isRoundabout: true, degrees: 0 }, exits)[1]
    const out = crossing({ isRoundabout: true }, { name: 'Side Street', degrees: 60 }, [
      { degrees: 330, isRoundabout: true },
    ])[1]
    const parts = [way, entry, around([{ degrees: 90 }]), around([{ degrees: 90, mayEnter: false }]), out]
    expect(steps(parts.filter((part) => part !== undefined)).map(told)).toEqual([
      'depart',
      'roundabout right 2',
      'exit roundabout right',
      'arrive',
    ])
  })

  test('a step tells its roads, its junction and how long it takes, turns included', () => {
    const [before, turn] = crossing({ name: 'Main Street' }, { name: 'Side Street', degrees: 90, turnCs: 250 }, [
      { degrees: 0 },
    ])
    const [depart, right, arrive] = steps([before, turn].filter((part) => part !== undefined))
    expect(depart).toMatchObject({
      name: 'Main Street',
      duration: 10,
      distance: 100,
      mode: 'driving',
      driving_side: 'right',
    })
    expect(right).toMatchObject({
      name: 'Side Street',
      duration: 12.5,
      weight: 12.5,
      distance: 100,
      maneuver: { bearing_before: 0, bearing_after: 90, location: [9.5, 47] },
      intersections: [{ location: [9.5, 47], bearings: [0, 90, 180], entry: [true, true, false], in: 2, out: 1 }],
    })
    expect(arrive).toMatchObject({
      duration: 0,
      distance: 0,
      name: 'Side Street',
      maneuver: { bearing_before: 90, bearing_after: 0 },
    })
  })
})
