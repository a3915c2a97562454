// Limits of height, width, length and weight, compared with a vehicle's measures.

import type { Tags } from '../pbf/primitive-block.ts'
import { type Access, type Direction, directKeys, type KeysOfDirection, stricter } from './access.ts'
import { conditionalTags, readConditions } from './conditions.ts'
import type { Profile } from './profiles.ts'
import { parseMeters, parseTons } from './tag-values.ts'
import type { VehicleSize } from './vehicle-needs.ts'

interface Limit {
  /** The first of these keys that is tagged counts. */
  keys: readonly KeysOfDirection[]
  measure: keyof VehicleSize
  parse: (value: string | undefined) => number | undefined
}

/** A trailing ":hgv" counts for trucks only. */
const LIMITS: readonly Limit[] = [
  limit(['maxheight', 'maxheight:physical'], 'heightMeters', parseMeters),
  limit(['maxwidth', 'maxwidth:physical'], 'widthMeters', parseMeters),
  limit(['maxlength'], 'lengthMeters', parseMeters),
  limit(['maxweight'], 'weightTons', parseTons),
  limit(['maxweightrating'], 'weightTons', parseTons),
  limit(['maxaxleload'], 'axleLoadTons', parseTons),
]
const TRUCK_LIMITS: readonly Limit[] = [
  ...LIMITS.filter(({ measure }) => measure === 'heightMeters' || measure === 'widthMeters'),
  limit(['maxlength:hgv', 'maxlength'], 'lengthMeters', parseMeters),
  limit(['maxweight:hgv', 'maxweight'], 'weightTons', parseTons),
  limit(['maxweightrating:hgv', 'maxweightrating'], 'weightTons', parseTons),
  limit(['maxaxleload:hgv', 'maxaxleload'], 'axleLoadTons', parseTons),
]

function limit(keys: readonly string[], measure: keyof VehicleSize, parse: Limit['parse']): Limit {
  return { keys: keys.map(directKeys), measure, parse }
}

/**
 * 'closed' when a measure exceeds its limit, 'restricted' when that is permitted to reach a place, otherwise 'open'. Limits with hours
 * count when they hold at any time that the vehicle is under way; exceptions count when they hold all that time.
 */
export function limitAccess(tags: Tags, profile: Profile, direction?: Direction): Access {
  let access: Access = 'open'
  if (!profile.size) return access
  const conditions = conditionalTags(tags)
  for (const each of profile.accessKeys.includes('hgv') ? TRUCK_LIMITS : LIMITS) {
    access = stricter(access, accessByLimit({ tags, conditions }, profile, each, direction))
  }
  return access
}

function accessByLimit(
  read: { tags: Tags; conditions: Tags | undefined },
  profile: Profile,
  { keys, measure, parse }: Limit,
  direction?: Direction,
): Access {
  const own = profile.size![measure]
  for (const key of keys) {
    // The more specific key of a direction counts, together with its conditions.
    for (let place = key[direction ?? 'both'].length - 1; place >= 0; place--) {
      const { plain, conditional } = key[direction ?? 'both'][place]!
      const value = parse(read.tags.get(plain))
      const conditions = readConditions(read.conditions, conditional, profile)
      if (value === undefined && conditions.length === 0) continue
      let access: Access = value === undefined || own <= value ? 'open' : 'closed'
      for (const { value: text, isErrand, cover } of conditions) {
        const then = text === 'none' ? Number.POSITIVE_INFINITY : parse(text)
        if (then === undefined || cover === undefined || cover === 'never') continue
        const level: Access = own <= then ? 'open' : 'closed'
        if (isErrand) access = access === 'closed' && level === 'open' && cover === 'always' ? 'restricted' : access
        else access = cover === 'always' ? level : stricter(access, level)
      }
      return access
    }
  }
  return 'open'
}
