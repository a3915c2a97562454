// Connection of the examples: ROUTEWRIGHT_URL and ROUTEWRIGHT_KEY, both printed by `npm start`.
import { createRoutewright, type Routewright } from '@routewright/client'

export function connectFromEnvironment(): Routewright {
  const { ROUTEWRIGHT_URL = 'http://127.0.0.1:8080', ROUTEWRIGHT_KEY } = process.env
  if (!ROUTEWRIGHT_KEY) throw new Error('Set ROUTEWRIGHT_KEY to an API key; `npm start` prints one.')
  return createRoutewright({ baseUrl: ROUTEWRIGHT_URL, privateKey: ROUTEWRIGHT_KEY })
}
