// Decides by a way's tags whether and how fast a profile travels along it in each direction, and which nodes stop it.

import type { Tags } from '../pbf/primitive-block.ts'
import { type Access, type Direction, findAccess, hasAccessKey, stricter } from './access.ts'
import { conditionalTags, readConditions } from './conditions.ts'
import { limitAccess } from './limits.ts'
import type { Profile, RoadClass } from './profiles.ts'
import { parseDurationSeconds, parseSpeedKmh } from './tag-values.ts'
import { avoidedKinds, cargoAccess, isAvoidedNode, isMotorway } from './vehicle-access.ts'

/** Rule of a profile for a way. */
export interface WayRule {
  /** km/h along and against the way's direction; 0 = not allowed. Unused when `ferrySeconds` is set, but 0 still forbids. */
  forwardKmh: number
  backwardKmh: number
  /** Only for reaching or leaving a place on it, never for passing through (access=destination, private and the like). */
  isForwardRestricted: boolean
  isBackwardRestricted: boolean
  isFerry: boolean
  /** Time for the whole way when its duration is tagged. */
  ferrySeconds: number | undefined
  isMotorway: boolean
  /** Kinds of avoided roads that the way belongs to, see avoidedKinds. */
  avoided: number
  isRoundabout: boolean
  /** Whether the way's class should not be crossed on foot with a parcel. */
  isMajor: boolean
  /** Set when the way itself has the tag. */
  drivingSide: 'left' | 'right' | undefined
  name: string
}

/** A way must have one of these keys to matter here. */
export const ROUTABLE_KEYS: readonly string[] = ['highway', 'route']

const MAJOR_ROADS = new Set(['motorway', 'trunk', 'primary', 'secondary'])
const FERRY_KMH = 16
const WALKED_BICYCLE_KMH = 4
/** Share of the usual speed that is left when walking against an escalator or a moving walkway. */
const AGAINST_CONVEYOR_SHARE = 0.4

/** The rule for a way, or undefined when the profile cannot use it. */
export function readWayRule(tags: Tags, profile: Profile): WayRule | undefined {
  const highway = tags.get('highway')
  const route = tags.get('route')
  const isFerry = highway === undefined && (route === 'ferry' || route === 'shuttle_train')
  const roadClass = highway === undefined ? undefined : profile.classes[highway]
  if (!isFerry && !roadClass) return undefined
  if (isImpassable(tags, profile)) return undefined

  let forward = accessInDirection(tags, profile, roadClass, 'forward')
  let backward = accessInDirection(tags, profile, roadClass, 'backward')
  const direction = onewayDirection(tags, profile, highway)
  if (direction === 'none') return undefined
  if (direction === 'forward') backward = 'closed'
  if (direction === 'backward') forward = 'closed'
  if (forward === 'closed' && backward === 'closed') return undefined

  const isWalked = isWalkedBicycle(tags, profile, highway)
  return {
    forwardKmh: forward === 'closed' ? 0 : speedKmh(tags, profile, roadClass, 'forward', isWalked),
    backwardKmh: backward === 'closed' ? 0 : speedKmh(tags, profile, roadClass, 'backward', isWalked),
    isForwardRestricted: forward === 'restricted',
    isBackwardRestricted: backward === 'restricted',
    isFerry,
    ferrySeconds: isFerry ? parseDurationSeconds(tags.get('duration')) : undefined,
    isMotorway: isMotorway(tags),
    avoided: avoidedKinds(tags, profile),
    isRoundabout: isRoundabout(tags),
    isMajor: highway !== undefined && MAJOR_ROADS.has(highway.replace('_link', '')),
    drivingSide: readDrivingSide(tags),
    name: tags.get('name') ?? tags.get('ref') ?? '',
  }
}

function readDrivingSide(tags: Tags): 'left' | 'right' | undefined {
  const side = tags.get('driving_side')
  return side === 'left' || side === 'right' ? side : undefined
}

/**
 * Whether the way is a street of a class that the profile normally uses, but is closed to it by tags. An address on it must not be snapped
 * to the next open road as if that were equivalent.
 */
export function isClosedStreet(tags: Tags, profile: Profile): boolean {
  const highway = tags.get('highway')
  const isStreet = highway !== undefined && profile.classes[highway]?.isOpen === true && !isMotorway(tags)
  return isStreet && readWayRule(tags, profile) === undefined
}

/** Whether a profile may pass a node: barriers, access tags, hours and limits on it. */
export function readNodeAccess(tags: Tags, profile: Profile): Access {
  const byTags = stricter(limitAccess(tags, profile), stricter(gateAccess(tags, profile), cargoAccess(tags, profile)))
  return isAvoidedNode(tags, profile) ? stricter(byTags, 'restricted') : byTags
}

function gateAccess(tags: Tags, profile: Profile): Access {
  const barrier = tags.get('barrier')
  if (barrier === undefined && (isCrossing(tags) || !hasAccessKey(tags, profile))) return 'open'
  const usual = barrier !== undefined && isStoppedBy(barrier, profile) ? 'closed' : 'open'
  const access = findAccess(tags, profile, usual)
  if (!access) return barrier === undefined ? usual : stricter(usual, hoursAccess(tags, profile))
  // A gate tagged private or no is passed only to reach a place beyond it. A gate for residents or customers is mostly open.
  const isKeptShut = ['private', 'no'].includes(tags.get(access.key)!)
  return access.level === 'restricted' && !isKeptShut ? 'open' : access.level
}

function isStoppedBy(barrier: string, { stoppedBy }: Profile): boolean {
  return 'only' in stoppedBy ? stoppedBy.only.has(barrier) : !stoppedBy.allBut.has(barrier)
}

/** Whether the node is a crossing for people. Its access tags say who may cross the road there, not who may travel along it. */
function isCrossing(tags: Tags): boolean {
  if (tags.get('highway') === 'crossing') return true
  const crossing = tags.get('crossing')
  // Where a road crosses a railway, the tags are about the road itself.
  return crossing !== undefined && crossing !== 'no' && !tags.has('railway')
}

/** 1 = signals stop travel along the way, 2 = against it, 3 = both, 0 = none. */
export function signalDirections(tags: Tags): number {
  if (tags.get('highway') !== 'traffic_signals') return 0
  const direction = tags.get('traffic_signals:direction')
  if (direction === 'forward') return 1
  return direction === 'backward' ? 2 : 3
}

/** Values of construction=* that leave a road open. */
const HARMLESS_CONSTRUCTION = new Set(['no', 'minor', 'widening'])

function isImpassable(tags: Tags, profile: Profile): boolean {
  if (tags.get('impassable') === 'yes' || tags.get('status') === 'impassable') return true
  if (!HARMLESS_CONSTRUCTION.has(tags.get('construction') ?? 'no')) return true
  // The smoothness "impassable" means that no vehicle with wheels gets through; people on foot do.
  if (profile.name !== 'pedestrian' && tags.get('smoothness') === 'impassable') return true
  return profile.size !== undefined && tags.get('service') === 'emergency_access'
}

function accessInDirection(
  tags: Tags,
  profile: Profile,
  roadClass: RoadClass | undefined,
  direction: Direction,
): Access {
  const access = roadClass ? roadAccess(tags, profile, roadClass, direction) : ferryAccess(tags, profile, direction)
  const byTags = stricter(access, stricter(limitAccess(tags, profile, direction), cargoAccess(tags, profile)))
  const byHours = stricter(stricter(byTags, hoursAccess(tags, profile)), carpoolAccess(tags, profile, direction))
  return avoidedKinds(tags, profile) !== 0 ? stricter(byHours, 'restricted') : byHours
}

/** Access of roads, gates and ferries with opening hours: closed outside of them, and open only partly not reliable for passing through. */
function hoursAccess(tags: Tags, profile: Profile): Access {
  const text = tags.get('opening_hours')
  const cover = text === undefined ? undefined : profile.hours.coverOf(text)
  if (cover === 'never') return 'closed'
  return cover === 'partly' ? 'restricted' : 'open'
}

/**
 * Access of roads on which every lane is reserved for vehicles with several people (hov). A delivery driver is usually alone, so such a
 * road only serves places on it.
 */
function carpoolAccess(tags: Tags, profile: Profile, direction: Direction): Access {
  if (!profile.size) return 'open'
  const lanes = tags.get(CARPOOL_LANES[direction]) ?? tags.get('hov:lanes')
  const isReserved = lanes?.split('|').every((lane) => lane === 'designated') ?? tags.get('hov') === 'designated'
  return isReserved ? 'restricted' : 'open'
}

const CARPOOL_LANES: Readonly<Record<Direction, string>> = {
  forward: 'hov:lanes:forward',
  backward: 'hov:lanes:backward',
}

function roadAccess(tags: Tags, profile: Profile, roadClass: RoadClass, direction: Direction): Access {
  const byClass = accessOfClass(tags, profile, roadClass)
  const found = findAccess(tags, profile, byClass, direction)
  if (!found) return byClass
  // A plain access=yes on a footway is for people, not cars: only keys naming the vehicle open a closed class.
  if (!roadClass.isOpen && found.key === 'access' && found.level !== 'closed') return byClass
  return found.level
}

/** Access by class, without any access tag. */
function accessOfClass(tags: Tags, profile: Profile, roadClass: RoadClass): Access {
  if (!profile.usesMotorroads && tags.get('motorroad') === 'yes') return 'closed'
  const highway = tags.get('highway')
  const isGoodTrack = highway === 'track' && tags.get('tracktype') === 'grade1'
  return roadClass.isOpen || isGoodTrack || isWalkedBicycle(tags, profile, highway) ? 'open' : 'closed'
}

function ferryAccess(tags: Tags, profile: Profile, direction: Direction): Access {
  const isForPeople = profile.name === 'pedestrian' || profile.name === 'bicycle'
  // Untagged ferries mostly carry cars; those that mention only walkers or cyclists do not.
  const usual = isForPeople || !(tags.has('foot') || tags.has('bicycle')) ? 'open' : 'closed'
  return findAccess(tags, profile, usual, direction)?.level ?? usual
}

const PERMITTED = new Set(['yes', 'designated', 'permissive'])

/** Whether cyclists push the bicycle: walking is allowed and riding is not mentioned. */
function isWalkedBicycle(tags: Tags, profile: Profile, highway: string | undefined): boolean {
  if (profile.name !== 'bicycle') return false
  const bicycle = tags.get('bicycle')
  if (bicycle === 'dismount') return true
  if (bicycle !== undefined) return false
  if (highway === 'bridleway') return PERMITTED.has(tags.get('foot') ?? '')
  return highway === 'pedestrian' || highway === 'footway'
}

function isRoundabout(tags: Tags): boolean {
  const junction = tags.get('junction')
  return junction === 'roundabout' || junction === 'circular'
}

/** Directions that the one-way rules allow. */
function onewayDirection(tags: Tags, profile: Profile, highway: string | undefined): Oneway {
  if (profile.usesContraflow && hasContraflow(tags)) return 'both'
  if (highway === 'steps') {
    const running = conveyedDirection(tags, highway)
    if (running !== undefined) return isWalkedBothWays(tags) ? 'both' : running
  }
  const usual: Oneway = !profile.ignoresOneway && (isRoundabout(tags) || highway === 'motorway') ? 'forward' : 'both'
  const conditional = conditionalTags(tags)
  for (const key of profile.onewayKeys) {
    let found = readOneway(tags.get(key))
    for (const { value, isErrand, cover } of readConditions(conditional, `${key}:conditional`, profile)) {
      const own = isErrand ? undefined : readOneway(value)
      if (own && cover === 'always') found = own
      if (own && cover === 'partly') found = narrower(found ?? usual, own)
    }
    if (found) return found
  }
  return usual
}

/** Paths for people that can be moving walkways, and steps, which can be escalators. */
const CONVEYORS = new Set(['steps', 'footway', 'corridor', 'pedestrian', 'path', 'platform'])

/** Direction in which an escalator or a moving walkway runs; undefined for other ways and where it may run either way. */
function conveyedDirection(tags: Tags, highway: string | undefined): Direction | undefined {
  const conveying = highway !== undefined && CONVEYORS.has(highway) ? tags.get('conveying') : undefined
  if (conveying === 'forward' || conveying === 'backward') return conveying
  // Only people are on a conveyor, so a plain one-way tag is about them.
  const oneway = conveying === 'yes' ? readOneway(tags.get('oneway')) : undefined
  return oneway === 'forward' || oneway === 'backward' ? oneway : undefined
}

/** Whether the tags say that an escalator is also walked against its direction. */
function isWalkedBothWays(tags: Tags): boolean {
  return readOneway(tags.get('oneway:foot') ?? tags.get('oneway')) === 'both'
}

/** 'none' when the direction changes with the time of day. */
type Oneway = 'both' | 'forward' | 'backward' | 'none'

function readOneway(value: string | undefined): Oneway | undefined {
  if (value === 'yes' || value === 'true' || value === '1') return 'forward'
  if (value === '-1' || value === 'reverse') return 'backward'
  if (value === 'reversible') return 'none'
  return value === 'no' || value === 'false' || value === '0' || value === 'alternating' ? 'both' : undefined
}

/** Directions allowed at all times, when one rule holds now and the other later. */
function narrower(a: Oneway, b: Oneway): Oneway {
  if (a === b || b === 'both') return a
  return a === 'both' ? b : 'none'
}

function hasContraflow(tags: Tags): boolean {
  if (tags.get('oneway:bicycle') === 'no') return true
  for (const side of ['', ':left', ':right', ':both']) {
    if (tags.get(`cycleway${side}`)?.startsWith('opposite')) return true
    const direction = tags.get(`cycleway${side}:oneway`)
    if (direction === 'no' || direction === '-1') return true
  }
  return false
}

function speedKmh(
  tags: Tags,
  profile: Profile,
  roadClass: RoadClass | undefined,
  direction: Direction,
  isWalked: boolean,
): number {
  if (!roadClass) return FERRY_KMH
  const running = profile.size ? undefined : conveyedDirection(tags, tags.get('highway'))
  const share = running === undefined || running === direction ? 1 : AGAINST_CONVEYOR_SHARE
  if (isWalked) return WALKED_BICYCLE_KMH * share
  let kmh = roadClass.kmh * share
  if (profile.limitShare > 0) {
    const limit = findLimitKmh(tags, profile, direction)
    if (limit !== undefined) kmh = limit * profile.limitShare
  }
  const surface = tags.get('surface')
  if (surface !== undefined) kmh = Math.min(kmh, profile.surfaceKmh[surface] ?? kmh)
  return Math.max(1, Math.min(kmh, profile.maxKmh))
}

/** Speed limit that holds the whole time under way; a limit that holds only some of the time is ignored. */
function findLimitKmh(tags: Tags, profile: Profile, direction: Direction): number | undefined {
  const conditional = conditionalTags(tags)
  const first = (keys: readonly string[]) => {
    for (const key of keys) {
      const limit = findConditionalKmh(conditional, key, profile) ?? parseSpeedKmh(tags.get(key))
      if (limit !== undefined) return limit
    }
    return undefined
  }
  const ofTrucks = profile.accessKeys.includes('hgv') ? [`maxspeed:hgv:${direction}`, 'maxspeed:hgv'] : []
  return first([...ofTrucks, `maxspeed:${direction}`, 'maxspeed', ...LIMIT_SOURCES])
}

const LIMIT_SOURCES = ['maxspeed:type', 'source:maxspeed', 'zone:maxspeed', 'zone:traffic']

function findConditionalKmh(conditional: Tags | undefined, key: string, profile: Profile): number | undefined {
  if (!conditional) return undefined
  const found = readConditions(conditional, `${key}:conditional`, profile)
  const holding = found.findLast(
    ({ value, isErrand, cover }) => !isErrand && cover === 'always' && parseSpeedKmh(value),
  )
  return holding && parseSpeedKmh(holding.value)
}
