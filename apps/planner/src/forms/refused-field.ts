// Which field of a form the service refused, and why.
import { ServiceError } from '@routewright/client/service'

interface RefusedField {
  name: string
  reason: string
}

/** `time_windows[0]: end must be after start` as the field of these names that is meant, and the rest. */
export function refusedField(error: unknown, names: readonly string[]): RefusedField | undefined {
  if (!(error instanceof ServiceError) || error.status !== 400) return undefined
  const [, path = '', reason = ''] = /^(?:\[\d+\]\.?)?([a-z_]+(?:\.[a-z_]+)*)[^:\s]*: (.+)$/s.exec(error.message) ?? []
  const isMeant = (name: string) => name === path || path.startsWith(`${name}.`) || name.endsWith(`.${path}`)
  const name = path && names.find(isMeant)
  return name ? { name, reason } : undefined
}
