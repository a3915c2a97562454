// Vans under way, where they were last reported.
import type { BareRoute as Route } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { routeColor } from '@routewright/ui/route-colors'
import type { TFunction } from 'i18next'
import { routeName } from '../plan/plan-data.ts'
import type { Van } from './van-markers.ts'

/** A place older than this is told so beside the van's name. */
const OLD_MS = 120_000

interface ToldBy {
  /** Milliseconds since 1970. */
  now: number
  formats: Pick<Formats, 'relative'>
  t: TFunction<['editor', 'live']>
}

/** `routes`: all of a plan, in its order, which decides their colours. */
export function listVansNow(routes: readonly Route[], { now, formats, t }: ToldBy): Van[] {
  return routes.flatMap((route, index) => {
    const position = route.status === 'in_transit' ? route.last_position : undefined
    if (!position) return []
    const seen = formats.relative(position.created_at, now)
    const isOld = now - Date.parse(position.created_at) > OLD_MS
    const label = isOld ? `${routeName(route)} · ${seen}` : routeName(route)
    return [
      {
        routeId: route.id,
        color: routeColor(route, index),
        at: [position.lng, position.lat],
        heading: position.orientation,
        label,
        name: t('vehicle_of', { name: label }),
        hint: `${routeName(route)} · ${t('live:seen', { when: seen })}`,
        isPale: false,
      },
    ]
  })
}
