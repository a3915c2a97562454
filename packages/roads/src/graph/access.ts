// Access to roads and nodes by the access tags: the most specific key decides, separately for each direction.

import type { Tags } from '../pbf/primitive-block.ts'
import { conditionalTags, readConditions } from './conditions.ts'
import { ACCESS_KEYS, type Profile } from './profiles.ts'

/** 'restricted': only to reach or leave a place beyond it, never to pass through. */
export type Access = 'open' | 'restricted' | 'closed'
export type Direction = 'forward' | 'backward'

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

/** From the most open to the most closed. */
const LEVELS: readonly Access[] = ['open', 'restricted', 'closed']

/** Access given by the tags of the access keys. */
export interface FoundAccess {
  /** The key that decided. */
  key: string
  level: Access
}

/**
 * Access by the tags, where `usual` holds without any; undefined when they say nothing. The most specific key counts; for the same key, the
 * one for the direction takes precedence over the one for both. Values of unknown meaning ("unknown", opening texts) are ignored. Roads
 * that are closed but open for deliveries are 'restricted'. A condition of hours counts when it holds all the time that the vehicle is
 * under way; when it holds only some of that time, it counts if it restricts access further.
 */
export function findAccess(
  tags: Tags,
  profile: Profile,
  usual: Access,
  direction?: Direction,
): FoundAccess | undefined {
  let found: FoundAccess | undefined
  let opensForErrands = false
  const conditional = conditionalTags(tags)
  for (let index = profile.accessKeys.length - 1; index >= 0; index--) {
    const key = profile.accessKeys[index]!
    // General keys first, each overruled by the more specific ones after it.
    for (const each of KEYS_OF_ACCESS.get(key)![direction ?? 'both']) {
      const value = tags.get(each.plain)
      const level = value === undefined ? undefined : readLevel(value, profile)
      if (level) {
        found = { key, level }
        opensForErrands = false
      }
      for (const { value, isErrand, cover } of readConditions(conditional, each.conditional, profile)) {
        const own = readLevel(value, profile)
        if (own && isErrand && cover === 'always') opensForErrands ||= own !== 'closed'
        else if (own && !isErrand && cover === 'always') found = { key, level: own }
        else if (own && !isErrand && cover === 'partly') found = { key, level: stricter(found?.level ?? usual, own) }
      }
    }
  }
  const level = found?.level ?? usual
  return level === 'closed' && opensForErrands ? { key: found?.key ?? '', level: 'restricted' } : found
}

/** Whether an access key of the profile, or a condition of one, is among the tags. */
export function hasAccessKey(tags: Tags, profile: Profile): boolean {
  return profile.accessKeys.some((key) => {
    const [{ plain, conditional }] = KEYS_OF_ACCESS.get(key)!.both
    return tags.has(plain) || tags.has(conditional)
  })
}

/** The more restrictive of two. */
export function stricter(a: Access, b: Access): Access {
  return LEVELS.indexOf(a) > LEVELS.indexOf(b) ? a : b
}

/** A key, and the key of its conditions. */
export interface TagKey {
  plain: string
  conditional: string
}

/** Keys that hold for a direction, more specific ones last. */
export type KeysOfDirection = Readonly<Record<Direction | 'both', readonly [TagKey, ...TagKey[]]>>

/** Cached, because building a two-part key takes longer than looking it up, and every way needs dozens. */
export function directKeys(key: string): KeysOfDirection {
  const named = (plain: string): TagKey => ({ plain, conditional: `${plain}:conditional` })
  return {
    both: [named(key)],
    forward: [named(key), named(`${key}:forward`)],
    backward: [named(key), named(`${key}:backward`)],
  }
}

/** Undefined when the value decides nothing. */
export function readLevel(value: string, profile: Profile): Access | undefined {
  if (value === 'dismount' && profile.name === 'bicycle') return 'open'
  // Among several values ("agricultural;delivery"), the most open one counts.
  const levels = value.split(';').map((part) => ACCESS_OF_VALUE[part.trim()])
  return LEVELS.find((level) => levels.includes(level))
}

const KEYS_OF_ACCESS: ReadonlyMap<string, KeysOfDirection> = new Map(ACCESS_KEYS.map((key) => [key, directKeys(key)]))
