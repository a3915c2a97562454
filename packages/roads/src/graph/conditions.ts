// Reads `…:conditional` tags: values that hold only for some vehicles, errands, hours or days.

import type { Tags } from '../pbf/primitive-block.ts'
import type { Cover } from './opening-hours.ts'
import type { Profile } from './profiles.ts'
import { parseMeters, parseTons } from './tag-values.ts'
import type { VehicleSize } from './vehicle-needs.ts'

export interface Condition {
  value: string
  /** Holds only for traffic with an errand there. */
  isErrand: boolean
  /** How much of the time under way it holds; undefined when unknown. 'never' also means that it does not apply to this vehicle. */
  cover: Cover | undefined
}

/** Conditions that every delivery to the road meets. */
const ERRANDS = new Set(['destination', 'delivery', 'customers', 'loading', 'unloading'])

const NO_CONDITIONS: readonly Condition[] = []

/**
 * The tags when any of them is a condition, otherwise undefined: most roads have none, and looking up dozens of missing keys takes long.
 */
export function conditionalTags(tags: Tags): Tags | undefined {
  for (const key of tags.keys()) if (key.endsWith(':conditional')) return tags
  return undefined
}

/** Conditions of a tag whose name ends in `:conditional`, in order: among several that hold, the last one counts. */
export function readConditions(tags: Tags | undefined, key: string, profile: Profile): readonly Condition[] {
  const text = tags?.get(key)
  if (text === undefined) return NO_CONDITIONS
  return [...text.matchAll(/([^@;]+)@\s*(\([^)]*\)|[^;]+)/g)].map(([, value = '', condition = '']) =>
    readCondition(value.trim(), condition, profile),
  )
}

function readCondition(value: string, text: string, profile: Profile): Condition {
  const parts = text
    .replace(/[()]/g, '')
    .trim()
    .split(/\s+and\s+/i)
  const others = parts.filter((part) => !ERRANDS.has(part.toLowerCase()))
  const covers = others.map((part) => coverOfPart(part, profile))
  const cover = covers.includes('never')
    ? 'never'
    : covers.includes(undefined)
      ? undefined
      : covers.includes('partly')
        ? 'partly'
        : 'always'
  return { value, isErrand: others.length < parts.length, cover }
}

function coverOfPart(part: string, profile: Profile): Cover | undefined {
  const comparison = /^([a-z_]+)\s*(<=|>=|<|>|=)\s*(.+)$/i.exec(part)
  if (!comparison) return profile.hours.coverOf(part)
  const [, name = '', sign = '', limitText = ''] = comparison
  const measure = MEASURES[name.toLowerCase()]
  const limit = measure?.parse(limitText)
  if (!measure || limit === undefined) return undefined
  const own = profile.size?.[measure.name] ?? 0
  const holds =
    (sign.includes('=') && own === limit) || (sign.includes('<') && own < limit) || (sign.includes('>') && own > limit)
  return holds ? 'always' : 'never'
}

const MEASURES: Readonly<
  Record<string, { name: keyof VehicleSize; parse: (value: string) => number | undefined } | undefined>
> = {
  height: { name: 'heightMeters', parse: parseMeters },
  width: { name: 'widthMeters', parse: parseMeters },
  length: { name: 'lengthMeters', parse: parseMeters },
  weight: { name: 'weightTons', parse: parseTons },
  weightrating: { name: 'weightTons', parse: parseTons },
  axleload: { name: 'axleLoadTons', parse: parseTons },
}
