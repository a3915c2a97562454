// Modes of travel, as tables: usable roads, speeds, and deciding tags.

import { RoadsError } from '../foundation/errors.ts'
import { Hours } from './hours.ts'
import type { Avoidable, VehicleNeeds, VehicleSize } from './vehicle-needs.ts'

export type ProfileName = 'car' | 'van' | 'truck' | 'scooter' | 'bicycle' | 'pedestrian'

export const PROFILE_NAMES: readonly ProfileName[] = ['car', 'van', 'truck', 'scooter', 'bicycle', 'pedestrian']

/** A family or small delivery car, a panel van of 3.5 t, an 18 t distribution truck, a scooter with a box. */
const CAR_SIZE: VehicleSize = { heightMeters: 2, widthMeters: 1.9, lengthMeters: 4.8, weightTons: 2, axleLoadTons: 1.2 }
const VAN_SIZE: VehicleSize = {
  heightMeters: 2.6,
  widthMeters: 2.1,
  lengthMeters: 6,
  weightTons: 3.5,
  axleLoadTons: 2.2,
}
const TRUCK_SIZE: VehicleSize = {
  heightMeters: 3.8,
  widthMeters: 2.55,
  lengthMeters: 10,
  weightTons: 18,
  axleLoadTons: 10,
}
const SCOOTER_SIZE: VehicleSize = {
  heightMeters: 1.9,
  widthMeters: 0.9,
  lengthMeters: 2,
  weightTons: 0.35,
  axleLoadTons: 0.25,
}

export interface RoadClass {
  /** Usual speed on such a road when no limit is tagged, km/h. */
  kmh: number
  /** Whether the road is open without any access tag. Otherwise only when an access tag of the profile opens it. */
  isOpen: boolean
}

/** Kinds of barriers: those named, or all that are not named, whatever they are called. */
export type StoppingBarriers = { only: ReadonlySet<string> } | { allBut: ReadonlySet<string> }

/** Properties shared by all vehicles of a mode. */
export interface ModeProfile {
  name: ProfileName
  /** Access keys, most specific first: the first one present decides. */
  accessKeys: readonly string[]
  /** Names with which turn restrictions include (`restriction:x`) or exempt (`except=x`) this profile; empty: restrictions do not apply. */
  restrictionNames: readonly string[]
  /** highway=* → class. A highway missing here is not used. */
  classes: Readonly<Record<string, RoadClass>>
  /** Highest speed reached anywhere, km/h. */
  maxKmh: number
  /** Average speed as a share of the legal limit. 0: limits do not matter to this profile, only classes do. */
  limitShare: number
  /** surface=* → highest speed, km/h. */
  surfaceKmh: Readonly<Record<string, number>>
  onewayKeys: readonly string[]
  /** Whether it may go against one-way streets when contraflow is tagged. */
  usesContraflow: boolean
  ignoresOneway: boolean
  /** Whether it may use roads tagged motorroad=yes. */
  usesMotorroads: boolean
  /** Values of barrier=* that stop it unless an access tag lets it through. */
  stoppedBy: StoppingBarriers
  /** Seconds for a 90° turn at a junction, by the kind of turn; other angles in proportion. */
  turnSeconds: { nearSide: number; farSide: number; uTurn: number; signals: number; roundaboutEntry: number }
  /** Keys for toll roads, most specific first. */
  tollKeys: readonly string[]
  /** Set for motor vehicles; others ignore limits of height, width, length and weight. */
  size?: VehicleSize
}

/** A mode with the needs of one vehicle, on one kind of day. */
export interface Profile extends ModeProfile {
  hasTrailer: boolean
  hasHazmat: boolean
  mayEnterLowEmissionZones: boolean
  avoids: ReadonlySet<Avoidable>
  hours: Hours
}

const open = (kmh: number): RoadClass => ({ kmh, isOpen: true })
const closed = (kmh: number): RoadClass => ({ kmh, isOpen: false })

const CAR_CLASSES: Readonly<Record<string, RoadClass>> = {
  motorway: open(100),
  motorway_link: open(50),
  trunk: open(85),
  trunk_link: open(45),
  primary: open(62),
  primary_link: open(35),
  secondary: open(52),
  secondary_link: open(30),
  tertiary: open(42),
  tertiary_link: open(26),
  unclassified: open(30),
  residential: open(26),
  living_street: open(10),
  service: open(15),
  road: open(25),
  track: closed(12),
  pedestrian: closed(7),
  footway: closed(6),
  cycleway: closed(6),
  path: closed(6),
  bridleway: closed(6),
  busway: closed(20),
  bus_guideway: closed(20),
}

const TRUCK_CLASSES = Object.fromEntries(
  Object.entries(CAR_CLASSES).map(([name, { kmh, isOpen }]) => [name, { kmh: Math.min(kmh * 0.92, 80), isOpen }]),
)

const SCOOTER_CLASSES = Object.fromEntries(
  Object.entries(CAR_CLASSES).filter(([name]) => name !== 'motorway' && name !== 'motorway_link'),
)

const BICYCLE_CLASSES: Readonly<Record<string, RoadClass>> = {
  motorway: closed(17),
  motorway_link: closed(17),
  trunk: open(17),
  trunk_link: open(17),
  primary: open(17),
  primary_link: open(17),
  secondary: open(18),
  secondary_link: open(18),
  tertiary: open(18),
  tertiary_link: open(18),
  unclassified: open(18),
  residential: open(18),
  living_street: open(14),
  service: open(15),
  road: open(15),
  track: open(13),
  cycleway: open(18),
  path: open(12),
  bridleway: closed(10),
  pedestrian: closed(8),
  footway: closed(8),
  busway: closed(17),
}

const PEDESTRIAN_CLASSES: Readonly<Record<string, RoadClass>> = {
  motorway: closed(5),
  motorway_link: closed(5),
  trunk: closed(5),
  trunk_link: closed(5),
  primary: open(5),
  primary_link: open(5),
  secondary: open(5),
  secondary_link: open(5),
  tertiary: open(5),
  tertiary_link: open(5),
  unclassified: open(5),
  residential: open(5),
  living_street: open(5),
  service: open(5),
  road: open(5),
  track: open(4.5),
  cycleway: open(5),
  path: open(4.5),
  bridleway: open(4.5),
  pedestrian: open(5),
  footway: open(5),
  steps: open(2.5),
  corridor: open(4.5),
  platform: open(4.5),
  busway: closed(5),
}

const CAR_SURFACES: Readonly<Record<string, number>> = {
  cement: 80,
  compacted: 70,
  fine_gravel: 60,
  paving_stones: 50,
  metal: 50,
  bricks: 40,
  sett: 35,
  unpaved: 30,
  cobblestone: 28,
  'cobblestone:flattened': 32,
  unhewn_cobblestone: 20,
  gravel: 32,
  pebblestone: 25,
  dirt: 18,
  ground: 18,
  earth: 18,
  grass: 12,
  grass_paver: 18,
  sand: 10,
  mud: 8,
  wood: 30,
}

const BICYCLE_SURFACES: Readonly<Record<string, number>> = {
  compacted: 16,
  fine_gravel: 15,
  gravel: 11,
  unpaved: 12,
  sett: 12,
  cobblestone: 9,
  unhewn_cobblestone: 7,
  pebblestone: 10,
  dirt: 10,
  ground: 10,
  earth: 10,
  grass: 7,
  sand: 5,
  mud: 5,
}

/** Barriers that open to motor vehicles or are driven over. */
const DRIVEN_BARRIERS = new Set(
  `no gate lift_gate swing_gate sliding_gate bump_gate sally_port arch entrance toll_booth border_control checkpoint
   cattle_grid kerb chicane height_restrictor rumble_strip`.split(/\s+/),
)
const BICYCLE_BARRIERS = new Set([
  'full-height_turnstile',
  'fence',
  'kissing_gate',
  'stile',
  'turnstile',
  'wall',
  'horse_stile',
])
const PEDESTRIAN_BARRIERS = new Set(['fence', 'wall'])

const CAR: ModeProfile = {
  name: 'car',
  accessKeys: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  restrictionNames: ['motorcar', 'motor_vehicle', 'vehicle'],
  classes: CAR_CLASSES,
  maxKmh: 130,
  limitShare: 0.86,
  surfaceKmh: CAR_SURFACES,
  onewayKeys: ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'],
  usesContraflow: false,
  ignoresOneway: false,
  usesMotorroads: true,
  stoppedBy: { allBut: DRIVEN_BARRIERS },
  turnSeconds: { nearSide: 3, farSide: 5, uTurn: 20, signals: 3, roundaboutEntry: 3 },
  tollKeys: ['toll:motorcar', 'toll'],
  size: CAR_SIZE,
}

/** Vans up to 3.5 t: legally goods vehicles when a sign names these, otherwise cars. */
const VAN: ModeProfile = {
  ...CAR,
  name: 'van',
  accessKeys: ['goods', 'motorcar', 'motor_vehicle', 'vehicle', 'access'],
  restrictionNames: ['goods', 'motorcar', 'motor_vehicle', 'vehicle'],
  onewayKeys: ['oneway:goods', 'oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'],
  tollKeys: ['toll:goods', 'toll:motorcar', 'toll'],
  size: VAN_SIZE,
}

const TRUCK: ModeProfile = {
  ...CAR,
  name: 'truck',
  accessKeys: ['hgv', 'goods', 'motor_vehicle', 'vehicle', 'access'],
  restrictionNames: ['hgv', 'goods', 'motor_vehicle', 'vehicle'],
  classes: TRUCK_CLASSES,
  maxKmh: 85,
  onewayKeys: ['oneway:hgv', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'],
  turnSeconds: { nearSide: 5, farSide: 8, uTurn: 60, signals: 4, roundaboutEntry: 5 },
  tollKeys: ['toll:hgv', 'toll'],
  size: TRUCK_SIZE,
}

/** Light motor scooters and mopeds: the roads of a car except motorways, at 45 km/h. */
const SCOOTER: ModeProfile = {
  ...CAR,
  name: 'scooter',
  accessKeys: ['moped', 'motor_vehicle', 'vehicle', 'access'],
  restrictionNames: ['moped', 'motor_vehicle', 'vehicle'],
  classes: SCOOTER_CLASSES,
  maxKmh: 45,
  onewayKeys: ['oneway:moped', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'],
  usesMotorroads: false,
  turnSeconds: { nearSide: 2, farSide: 4, uTurn: 8, signals: 3, roundaboutEntry: 2 },
  tollKeys: ['toll:moped', 'toll'],
  size: SCOOTER_SIZE,
}

const BICYCLE: ModeProfile = {
  name: 'bicycle',
  accessKeys: ['bicycle', 'vehicle', 'access'],
  restrictionNames: ['bicycle', 'vehicle'],
  classes: BICYCLE_CLASSES,
  maxKmh: 25,
  limitShare: 0,
  surfaceKmh: BICYCLE_SURFACES,
  onewayKeys: ['oneway:bicycle', 'oneway:vehicle', 'oneway'],
  usesContraflow: true,
  ignoresOneway: false,
  usesMotorroads: false,
  stoppedBy: { only: BICYCLE_BARRIERS },
  turnSeconds: { nearSide: 1, farSide: 3, uTurn: 6, signals: 3, roundaboutEntry: 1 },
  tollKeys: ['toll:bicycle'],
}

const PEDESTRIAN: ModeProfile = {
  name: 'pedestrian',
  accessKeys: ['foot', 'access'],
  restrictionNames: [],
  classes: PEDESTRIAN_CLASSES,
  maxKmh: 6,
  limitShare: 0,
  surfaceKmh: {},
  onewayKeys: ['oneway:foot'],
  usesContraflow: false,
  ignoresOneway: true,
  usesMotorroads: false,
  stoppedBy: { only: PEDESTRIAN_BARRIERS },
  turnSeconds: { nearSide: 0, farSide: 0, uTurn: 0, signals: 4, roundaboutEntry: 0 },
  tollKeys: ['toll:foot'],
}

const PROFILES: Readonly<Record<ProfileName, ModeProfile>> = {
  car: CAR,
  van: VAN,
  truck: TRUCK,
  scooter: SCOOTER,
  bicycle: BICYCLE,
  pedestrian: PEDESTRIAN,
}

/** Access keys of all modes, each once. */
export const ACCESS_KEYS: readonly string[] = [...new Set(PROFILE_NAMES.flatMap((name) => PROFILES[name].accessKeys))]

/** Tables of a mode for a vehicle with these needs. Bicycles and walkers have no size. Throws invalid_profile. */
export function getProfile(name: ProfileName, needs: VehicleNeeds = {}): Profile {
  const mode = PROFILES[name]
  if (!mode) {
    throw new RoadsError('invalid_profile', `"${name}" is not a profile; there are ${PROFILE_NAMES.join(', ')}`)
  }
  return {
    ...mode,
    ...(mode.size && { size: measureSize(name, { ...mode.size, ...withoutUndefined(needs.size) }) }),
    hasTrailer: needs.hasTrailer ?? false,
    hasHazmat: needs.hasHazmat ?? false,
    mayEnterLowEmissionZones: needs.mayEnterLowEmissionZones ?? true,
    avoids: new Set([...(needs.avoid ?? [])].sort()),
    hours: new Hours(needs.hours),
  }
}

function measureSize(name: ProfileName, size: VehicleSize): VehicleSize {
  for (const [measure, value] of Object.entries(size)) {
    if (!(value > 0 && value < 1000))
      throw new RoadsError('invalid_profile', `${name} ${measure} must be positive, not ${value}`)
  }
  return size
}

function withoutUndefined<Part extends object>(part: Part | undefined): Part | undefined {
  return part && (Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part)
}
