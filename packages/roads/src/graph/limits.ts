// Limits of height, width, length and weight against the measures of a vehicle.

import type { Tags } from '../pbf/primitive-block.ts'
import { type Access, type Direction, directKeys, hasErrandException, stricter } from './access.ts'
import type { Profile, VehicleSize } from './profiles.ts'
import { parseMeters, parseTons } from './tag-values.ts'

interface Limit {
  /** The first of these keys that is tagged counts; a trailing ":hgv" only for trucks. */
  keys: readonly string[]
  measure: keyof VehicleSize
  parse: (value: string | undefined) => number | undefined
}

const LIMITS: readonly Limit[] = [
  { keys: ['maxheight', 'maxheight:physical'], measure: 'heightMeters', parse: parseMeters },
  { keys: ['maxwidth', 'maxwidth:physical'], measure: 'widthMeters', parse: parseMeters },
  { keys: ['maxlength:hgv', 'maxlength'], measure: 'lengthMeters', parse: parseMeters },
  { keys: ['maxweight:hgv', 'maxweight'], measure: 'weightTons', parse: parseTons },
  { keys: ['maxweightrating:hgv', 'maxweightrating'], measure: 'weightTons', parse: parseTons },
  { keys: ['maxaxleload'], measure: 'axleLoadTons', parse: parseTons },
]

const TRUCK_LIMITS = LIMITS.map((limit) => ({ ...limit, keys: directKeys(limit.keys) }))
const CAR_LIMITS = LIMITS.map((limit) => ({
  ...limit,
  keys: directKeys(limit.keys.filter((key) => !key.endsWith(':hgv'))),
}))

/** 'closed' where a measure exceeds its limit, 'restricted' where that is permitted to reach a place, else 'open'. */
export function limitAccess(tags: Tags, profile: Profile, direction?: Direction): Access {
  const { size } = profile
  let access: Access = 'open'
  if (!size) return access
  const isTruck = profile.accessKeys.includes('hgv')
  for (const { keys, measure, parse } of isTruck ? TRUCK_LIMITS : CAR_LIMITS) {
    const key = keys[direction ?? 'both'].find((each) => tags.has(each) && parse(tags.get(each)) !== undefined)
    if (key === undefined || size[measure] <= parse(tags.get(key))!) continue
    const isLifted = (value: string) => value === 'none' || (parse(value) ?? 0) >= size[measure]
    access = stricter(access, hasErrandException(tags, key, isLifted) ? 'restricted' : 'closed')
  }
  return access
}
