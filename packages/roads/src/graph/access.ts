// Who may use a road or pass a node, by the access tags: the most specific key decides, for each direction by itself.

import type { Tags } from '../pbf/primitive-block.ts'
import { getProfile, PROFILE_NAMES, type Profile } from './profiles.ts'

/** 'restricted': only to reach or leave a place behind it, never to pass through. */
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

/** Conditions that whoever brings something to the road meets. Hours and dates are not among them: they are not applied. */
const ERRANDS = new Set(['destination', 'delivery', 'customers', 'loading', 'unloading'])

export interface FoundAccess {
  key: string
  level: Access
}

/**
 * The most specific access tag present; of one key, the one for the direction beats the one for both. Values of unknown
 * meaning ("unknown", opening texts) decide nothing. What is closed but opens for deliveries is 'restricted'.
 */
export function findAccess(tags: Tags, profile: Profile, direction?: Direction): FoundAccess | undefined {
  for (const [index, key] of profile.accessKeys.entries()) {
    for (const each of KEYS_OF_ACCESS.get(key)![direction ?? 'both']) {
      const value = tags.get(each)
      if (value === undefined) continue
      const level = readLevel(value, profile)
      if (level === 'closed' && opensForErrands(tags, profile.accessKeys.slice(0, index + 1), direction)) {
        return { key, level: 'restricted' }
      }
      if (level) return { key, level }
    }
  }
  return undefined
}

/** Does one of these keys let in whoever has an errand there, by a condition? E.g. hgv:conditional=yes @ delivery. */
export function opensForErrands(tags: Tags, keys: readonly string[], direction?: Direction): boolean {
  return keys.some((key) =>
    KEYS_OF_ACCESS.get(key)![direction ?? 'both'].some((each) => hasErrandException(tags, each, isOpening)),
  )
}

/** The more closed one of two. */
export function stricter(a: Access, b: Access): Access {
  return LEVELS.indexOf(a) > LEVELS.indexOf(b) ? a : b
}

/** Does `key:conditional` hold such a value for whoever has an errand there, whatever the hour? E.g. "none @ destination". */
export function hasErrandException(tags: Tags, key: string, isWanted: (value: string) => boolean): boolean {
  const text = tags.get(`${key}:conditional`)
  if (text === undefined) return false
  for (const [, value = '', condition = ''] of text.matchAll(/([^@;]+)@\s*(\([^)]*\)|[^;]+)/g)) {
    const parts = condition
      .replace(/[()]/g, '')
      .trim()
      .toLowerCase()
      .split(/\s+and\s+/)
    if (isWanted(value.trim()) && parts.every((part) => ERRANDS.has(part))) return true
  }
  return false
}

/** The keys that hold for a direction, the closer one first. */
export type KeysOfDirection = Readonly<Record<Direction | 'both', readonly string[]>>

export function directKeys(keys: readonly string[]): KeysOfDirection {
  return {
    both: keys,
    forward: keys.flatMap((key) => [`${key}:forward`, key]),
    backward: keys.flatMap((key) => [`${key}:backward`, key]),
  }
}

function isOpening(value: string): boolean {
  const level = ACCESS_OF_VALUE[value]
  return level !== undefined && level !== 'closed'
}

function readLevel(value: string, profile: Profile): Access | undefined {
  if (value === 'dismount' && profile.name === 'bicycle') return 'open'
  // Of several values ("agricultural;delivery") the most open one counts.
  const levels = value.split(';').map((part) => ACCESS_OF_VALUE[part.trim()])
  return LEVELS.find((level) => levels.includes(level))
}

/** Made once, because making a key of two parts takes longer than looking it up, and every way asks for dozens. */
const KEYS_OF_ACCESS: ReadonlyMap<string, KeysOfDirection> = new Map(
  PROFILE_NAMES.flatMap((name) => getProfile(name).accessKeys).map((key) => [key, directKeys([key])]),
)
