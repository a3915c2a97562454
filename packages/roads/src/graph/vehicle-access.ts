// Roads that a vehicle may not use because of its cargo or trailer, and roads that it avoids.

import type { Tags } from '../pbf/primitive-block.ts'
import { type Access, readLevel, stricter } from './access.ts'
import { readConditions } from './conditions.ts'
import type { Profile } from './profiles.ts'
import { AVOIDABLE, type Avoidable } from './vehicle-needs.ts'

/** `hazmat:A` to `hazmat:E` are the tunnel categories of the European agreement on dangerous goods (ADR). */
const HAZMAT_KEYS = ['hazmat', 'hazmat:water', 'hazmat:A', 'hazmat:B', 'hazmat:C', 'hazmat:D', 'hazmat:E']

/** Access by signs for trailers and dangerous goods. */
export function cargoAccess(tags: Tags, profile: Profile): Access {
  if (!profile.size) return 'open'
  const trailer = profile.hasTrailer ? getLevel(tags, 'trailer', profile) : 'open'
  if (!profile.hasHazmat) return trailer
  return HAZMAT_KEYS.map((key) => getLevel(tags, key, profile)).reduce(stricter, trailer)
}

function getLevel(tags: Tags, key: string, profile: Profile): Access {
  let level = readLevel(tags.get(key) ?? 'yes', profile) ?? 'open'
  for (const { value, isErrand, cover } of readConditions(tags, `${key}:conditional`, profile)) {
    const own = readLevel(value, profile)
    if (!own || isErrand) continue
    if (cover === 'always') level = own
    if (cover === 'partly') level = stricter(level, own)
  }
  return level
}

const PAVED = new Set(
  `paved asphalt concrete concrete:plates concrete:lanes paving_stones paving_stones:lanes sett unhewn_cobblestone
   cobblestone cobblestone:flattened bricks metal wood cement chipseal grass_paver`.split(/\s+/),
)

/** Kinds of avoided roads that the way belongs to, as bits in the order of AVOIDABLE; 0 for a way that is not avoided. */
export function avoidedKinds(tags: Tags, profile: Profile): number {
  const { avoids } = profile
  if (avoids.size === 0) return 0
  const is: Record<Avoidable, boolean> = {
    tolls: isToll(tags, profile),
    ferries: !tags.has('highway'),
    motorways: isMotorway(tags),
    unpaved: isUnpaved(tags),
  }
  return AVOIDABLE.reduce((bits, kind, at) => (avoids.has(kind) && is[kind] ? bits | (1 << at) : bits), 0)
}

/** Whether the vehicle avoids the node. */
export function isAvoidedNode(tags: Tags, profile: Profile): boolean {
  return profile.avoids.has('tolls') && tags.get('barrier') === 'toll_booth'
}

export function isMotorway(tags: Tags): boolean {
  const highway = tags.get('highway')
  return highway === 'motorway' || highway === 'motorway_link' || tags.get('motorroad') === 'yes'
}

/** Whether the way costs toll. European classes of trucks: N3 is above 12 t, N2 above 3.5 t. */
function isToll(tags: Tags, { tollKeys, size, name }: Profile): boolean {
  const weightClass = name === 'truck' && size ? [size.weightTons > 12 ? 'toll:N3' : 'toll:N2'] : []
  const value = [...weightClass, ...tollKeys].map((key) => tags.get(key)).find((each) => each !== undefined)
  return value !== undefined && value !== 'no'
}

function isUnpaved(tags: Tags): boolean {
  const surface = tags.get('surface')
  if (surface !== undefined) return !PAVED.has(surface)
  return tags.get('highway') === 'track' && (tags.get('tracktype') ?? 'grade2') !== 'grade1'
}
