// Tries a mapping on a message: what would come of it, with its place looked for; nothing is kept.
import type { OrderPreviewInput } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { type Caller, readingScope, type Services } from '../../frame/platform/services.ts'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import { requireSourceManager, requireUsable } from './intake.ts'
import { mapOrder } from './mapping.ts'
import { findOutlying, outlyingReason } from './outlying.ts'
import { getSetting } from './setting.ts'
import { findPlace } from './work-on.ts'

export async function previewOrder(
  services: Services,
  caller: Caller,
  geocoder: Geocoder,
  { project_id, mapping, sample, headers = {} }: OrderPreviewInput,
) {
  const reading = readingScope(services, caller)
  requireSourceManager(reading)
  const project = await getProject(reading, project_id)
  requireUsable(mapping)
  const { action, problems, orderId, changedAt, day, address, stop } = mapOrder(
    mapping,
    { body: sample, headers },
    getSetting(project),
  )
  const found = address ? await findPlace(services, caller, geocoder, project.id, address) : undefined
  const { location: given, ...fields } = stop
  const location = found?.location ?? given
  const outlying = given ? await findOutlying(reading, project.id, given) : undefined
  const others = [
    ...(outlying ? [{ field: 'location', reason: outlyingReason(outlying) }] : []),
    ...(found?.problem ? [{ field: 'address', reason: found.problem }] : []),
  ]
  return {
    action,
    problems: [...problems, ...others],
    stop: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    ...(orderId ? { order_id: orderId } : {}),
    ...(changedAt ? { updated_at: changedAt.toISOString() } : {}),
    ...(day ? { day } : {}),
    ...(address ? { address } : {}),
    ...(location ? { location } : {}),
  }
}
