// Decides from a way's tags whether and how fast a profile travels along it in either direction, and which nodes stop it.

import type { Tags } from '../pbf/primitive-block.ts'
import type { Profile, RoadClass } from './profiles.ts'
import { parseDurationSeconds, parseMeters, parseSpeedKmh, parseTons } from './tag-values.ts'

/** What a profile may do on a way. */
export interface WayRule {
  /** km/h along and against the way's direction; 0 = not allowed. Unused when `ferrySeconds` is set, but 0 still forbids. */
  forwardKmh: number
  backwardKmh: number
  /** Only to reach or leave a place on it, never to pass through (access=destination, private and the like). */
  isRestricted: boolean
  isFerry: boolean
  /** Time for the whole way when its duration is tagged. */
  ferrySeconds: number | undefined
  isMotorway: boolean
  isRoundabout: boolean
  name: string
}

/** Keys of which a way must have one to matter here. */
export const ROUTABLE_KEYS: readonly string[] = ['highway', 'route']

const FERRY_KMH = 16
const WALKED_BICYCLE_KMH = 4

type Access = 'open' | 'restricted' | 'closed'

const ACCESS_OF_VALUE: Readonly<Record<string, Access>> = {
  yes: 'open',
  permissive: 'open',
  designated: 'open',
  official: 'open',
  public: 'open',
  use_sidepath: 'closed',
  destination: 'restricted',
  private: 'restricted',
  delivery: 'restricted',
  customers: 'restricted',
  permit: 'restricted',
  residents: 'restricted',
  local: 'restricted',
  no: 'closed',
  restricted: 'closed',
  agricultural: 'closed',
  forestry: 'closed',
  military: 'closed',
  emergency: 'closed',
  psv: 'closed',
  bus: 'closed',
}

/** The rule for a way, or undefined when the profile cannot use it. */
export function readWayRule(tags: Tags, profile: Profile): WayRule | undefined {
  const highway = tags.get('highway')
  const route = tags.get('route')
  const isFerry = highway === undefined && (route === 'ferry' || route === 'shuttle_train')
  const roadClass = highway === undefined ? undefined : profile.classes[highway]
  if (!isFerry && !roadClass) return undefined
  if (isImpassable(tags, profile)) return undefined

  const base = isFerry ? ferryAccess(tags, profile) : roadAccess(tags, profile, roadClass!)
  let forward = directedAccess(tags, profile, 'forward') ?? base
  let backward = directedAccess(tags, profile, 'backward') ?? base
  const direction = onewayDirection(tags, profile, highway)
  if (direction === 'none') return undefined
  if (direction === 'forward') backward = 'closed'
  if (direction === 'backward') forward = 'closed'
  if (forward === 'closed' && backward === 'closed') return undefined

  const isWalked = isWalkedBicycle(tags, profile, highway)
  return {
    forwardKmh: forward === 'closed' ? 0 : speedKmh(tags, profile, roadClass, 'forward', isWalked),
    backwardKmh: backward === 'closed' ? 0 : speedKmh(tags, profile, roadClass, 'backward', isWalked),
    isRestricted: forward === 'restricted' || backward === 'restricted',
    isFerry,
    ferrySeconds: isFerry ? parseDurationSeconds(tags.get('duration')) : undefined,
    isMotorway: highway === 'motorway' || highway === 'motorway_link' || tags.get('motorroad') === 'yes',
    isRoundabout: isRoundabout(tags),
    name: tags.get('name') ?? tags.get('ref') ?? '',
  }
}

/** Does this node stop the profile? Barriers, and nodes closed by an access tag. */
export function blocksProfile(tags: Tags, profile: Profile): boolean {
  const barrier = tags.get('barrier')
  if (barrier === undefined && tags.get('access') === undefined) return false
  if (profile.truck) {
    if (exceeds(parseMeters(tags.get('maxheight')), profile.truck.heightMeters)) return true
    if (exceeds(parseMeters(tags.get('maxwidth')), profile.truck.widthMeters)) return true
  }
  const access = findAccess(tags, profile, '')
  // A gate for residents or customers opens to whoever has business behind it; a private or closed one does not.
  if (access !== undefined) return access.level === 'closed' || tags.get(access.key) === 'private'
  return barrier !== undefined && profile.barriers.has(barrier)
}

/** 1 = signals stop travel along the way, 2 = against it, 3 = both, 0 = none. */
export function signalDirections(tags: Tags): number {
  if (tags.get('highway') !== 'traffic_signals') return 0
  const direction = tags.get('traffic_signals:direction')
  if (direction === 'forward') return 1
  return direction === 'backward' ? 2 : 3
}

function isImpassable(tags: Tags, profile: Profile): boolean {
  const isMotorized = profile.accessKeys.includes('motor_vehicle')
  if (isMotorized && tags.get('service') === 'emergency_access') return true
  if (tags.get('impassable') === 'yes' || tags.get('status') === 'impassable') return true
  const truck = profile.truck
  if (!truck) return false
  const height = parseMeters(tags.get('maxheight')) ?? parseMeters(tags.get('maxheight:physical'))
  const weight = parseTons(tags.get('maxweight:hgv')) ?? parseTons(tags.get('maxweight'))
  const rating = parseTons(tags.get('maxweightrating:hgv')) ?? parseTons(tags.get('maxweightrating'))
  return (
    exceeds(height, truck.heightMeters) ||
    exceeds(parseMeters(tags.get('maxwidth')) ?? parseMeters(tags.get('maxwidth:physical')), truck.widthMeters) ||
    exceeds(parseMeters(tags.get('maxlength')), truck.lengthMeters) ||
    exceeds(weight, truck.weightTons) ||
    exceeds(rating, truck.weightTons) ||
    exceeds(parseTons(tags.get('maxaxleload')), truck.axleLoadTons)
  )
}

function exceeds(limit: number | undefined, value: number): boolean {
  return limit !== undefined && value > limit
}

interface FoundAccess {
  key: string
  level: Access
}

/** The most specific access tag present. Values of unknown meaning ("unknown", opening texts) decide nothing. */
function findAccess(tags: Tags, profile: Profile, suffix: string): FoundAccess | undefined {
  for (const key of profile.accessKeys) {
    const value = tags.get(key + suffix)
    if (value === undefined) continue
    if (value === 'dismount' && profile.name === 'bicycle') return { key, level: 'open' }
    // Of several values ("agricultural;delivery") the most open one counts.
    const levels = value.split(';').map((part) => ACCESS_OF_VALUE[part.trim()])
    const level = (['open', 'restricted', 'closed'] as const).find((candidate) => levels.includes(candidate))
    if (level) return { key, level }
  }
  return undefined
}

function directedAccess(tags: Tags, profile: Profile, direction: 'forward' | 'backward'): Access | undefined {
  return findAccess(tags, profile, `:${direction}`)?.level
}

function roadAccess(tags: Tags, profile: Profile, roadClass: RoadClass): Access {
  const found = findAccess(tags, profile, '')
  const byClass: Access = roadClass.isOpen || isWalkedBicycle(tags, profile, tags.get('highway')) ? 'open' : 'closed'
  if (!found) {
    if (!profile.usesMotorroads && tags.get('motorroad') === 'yes') return 'closed'
    const isGoodTrack = tags.get('highway') === 'track' && tags.get('tracktype') === 'grade1'
    return isGoodTrack ? 'open' : byClass
  }
  // A plain access=yes on a footway invites people, not cars: only keys naming the vehicle open a closed class.
  if (!roadClass.isOpen && found.key === 'access' && found.level !== 'closed') return byClass
  return found.level
}

function ferryAccess(tags: Tags, profile: Profile): Access {
  const found = findAccess(tags, profile, '')
  if (found) return found.level
  if (profile.name === 'pedestrian' || profile.name === 'bicycle') return 'open'
  // Untagged ferries mostly carry cars, those that name only walkers or cyclists do not.
  return tags.has('foot') || tags.has('bicycle') ? 'closed' : 'open'
}

/** Cyclists push the bicycle where walking is allowed and riding is not mentioned. */
function isWalkedBicycle(tags: Tags, profile: Profile, highway: string | undefined): boolean {
  if (profile.name !== 'bicycle') return false
  const bicycle = tags.get('bicycle')
  if (bicycle === 'dismount') return true
  return bicycle === undefined && (highway === 'pedestrian' || highway === 'footway')
}

function isRoundabout(tags: Tags): boolean {
  const junction = tags.get('junction')
  return junction === 'roundabout' || junction === 'circular'
}

/** Which directions a one-way rule leaves: 'none' when the direction changes with the time of day. */
function onewayDirection(
  tags: Tags,
  profile: Profile,
  highway: string | undefined,
): 'both' | 'forward' | 'backward' | 'none' {
  if (profile.usesContraflow && hasContraflow(tags)) return 'both'
  for (const key of profile.onewayKeys) {
    const value = tags.get(key)
    if (value === undefined) continue
    if (value === 'yes' || value === 'true' || value === '1') return 'forward'
    if (value === '-1' || value === 'reverse') return 'backward'
    if (value === 'reversible') return 'none'
    if (value === 'no' || value === 'false' || value === '0' || value === 'alternating') return 'both'
  }
  if (profile.ignoresOneway) return 'both'
  return isRoundabout(tags) || highway === 'motorway' ? 'forward' : 'both'
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
  direction: 'forward' | 'backward',
  isWalked: boolean,
): number {
  if (!roadClass) return FERRY_KMH
  if (isWalked) return WALKED_BICYCLE_KMH
  let kmh = roadClass.kmh
  if (profile.limitShare > 0) {
    const limit = findLimitKmh(tags, profile, direction)
    if (limit !== undefined) kmh = limit * profile.limitShare
  }
  const surface = tags.get('surface')
  if (surface !== undefined) kmh = Math.min(kmh, profile.surfaceKmh[surface] ?? kmh)
  return Math.max(1, Math.min(kmh, profile.maxKmh))
}

function findLimitKmh(tags: Tags, profile: Profile, direction: 'forward' | 'backward'): number | undefined {
  if (profile.truck) {
    const limit = parseSpeedKmh(tags.get(`maxspeed:hgv:${direction}`)) ?? parseSpeedKmh(tags.get('maxspeed:hgv'))
    if (limit !== undefined) return limit
  }
  return (
    parseSpeedKmh(tags.get(`maxspeed:${direction}`)) ??
    parseSpeedKmh(tags.get('maxspeed')) ??
    parseSpeedKmh(tags.get('maxspeed:type')) ??
    parseSpeedKmh(tags.get('source:maxspeed')) ??
    parseSpeedKmh(tags.get('zone:maxspeed')) ??
    parseSpeedKmh(tags.get('zone:traffic'))
  )
}
