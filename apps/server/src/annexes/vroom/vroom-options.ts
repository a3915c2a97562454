// Planning options of a call, in the names of VROOM's own HTTP wrapper.
import { solverSeconds } from '@routewright/contract'
import { FormatError, unknownKey } from '@routewright/solver/vroom'

export interface VroomOptions {
  /** Seconds of search at most. */
  seconds: number | undefined
  withGeometry: boolean
}

/** Options that only say how much VROOM itself shall search, or on how many threads. */
const withoutEffect = ['x', 't', 'r']

/** Throws FormatError for what would be planned otherwise than it says. */
export function readVroomOptions(input: unknown): VroomOptions {
  const options = (input as { options?: unknown }).options ?? {}
  if (typeof options !== 'object' || options === null) throw new FormatError('is not an object', 'options')
  const { l, g, c, ...others } = options as Record<string, unknown>
  const unknown = Object.keys(others).find((name) => !withoutEffect.includes(name))
  if (unknown !== undefined) throw unknownKey(unknown, ['l', 'g', 'c', ...withoutEffect], `options.${unknown}`)
  if (c !== undefined && typeof c !== 'boolean') throw new FormatError('is not true or false', 'options.c')
  if (g !== undefined && typeof g !== 'boolean') throw new FormatError('is not true or false', 'options.g')
  return { seconds: readSeconds(l), withGeometry: g === true }
}

function readSeconds(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const { min, maxWhenWaiting } = solverSeconds
  if (typeof value === 'number' && value >= min && value <= maxWhenWaiting) return value
  throw new FormatError(
    `${JSON.stringify(value)} is no number of seconds from ${min} to ${maxWhenWaiting}`,
    'options.l',
  )
}
