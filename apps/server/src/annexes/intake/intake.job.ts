// Works off the messages of shops.

import type { Services } from '../../frame/platform/services.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import { workOn } from './work-on.ts'

/** Several at a time: most of the work is waiting for places. */
const concurrency = 4

export function startIntake(services: Services): Promise<void> {
  const geocoder = chooseGeocoder(services.config, services.mapData)
  return services.jobs.work('intake', { concurrency }, ({ organization_id, message_id }) =>
    workOn(services, geocoder, organization_id, message_id),
  )
}
