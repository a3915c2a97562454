// A client of the service that the node's credentials name.
import { createRoutewright, type Routewright } from '@routewright/client'

interface Asking {
  getCredentials(name: string): Promise<unknown>
}

export async function connect(asking: Asking): Promise<Routewright> {
  const { baseUrl, apiKey } = (await asking.getCredentials('routewrightApi')) as { baseUrl: string; apiKey: string }
  return createRoutewright({ baseUrl, privateKey: apiKey })
}

/** Reads n8n's value for a field of the kind JSON: a text, or a value that an expression made. Throws TypeError for anything else. */
export function jsonObject(value: unknown, name: string): Record<string, unknown> {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value || '{}') : value
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  throw new TypeError(`${name} must be a JSON object`)
}
