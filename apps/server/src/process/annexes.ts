// The annexes that this service has, one line each, and what they and the wings add to the core.

import { analytics } from '../annexes/analytics/index.ts'
import type { Annex } from '../annexes/annexes.ts'
import { assistants } from '../annexes/assistants/index.ts'
import { chargingPlaces } from '../annexes/charging-places/index.ts'
import { checkouts } from '../annexes/checkouts/index.ts'
import { demo } from '../annexes/demo/index.ts'
import { driverSignIn } from '../annexes/driver-sign-in/index.ts'
import { driverTalk } from '../annexes/driver-talk/index.ts'
import { explanations } from '../annexes/explanations/index.ts'
import { exportFiles } from '../annexes/exports/index.ts'
import { finding } from '../annexes/finding/index.ts'
import { intake } from '../annexes/intake/index.ts'
import { learning } from '../annexes/learning/index.ts'
import { osrm } from '../annexes/osrm/index.ts'
import { payments } from '../annexes/payments/index.ts'
import { positions } from '../annexes/positions/index.ts'
import { privacy } from '../annexes/privacy/index.ts'
import { quotas } from '../annexes/quotas/index.ts'
import { recurring } from '../annexes/recurring/index.ts'
import { sandbox } from '../annexes/sandbox/index.ts'
import { slots } from '../annexes/slots/index.ts'
import { today } from '../annexes/today/index.ts'
import { vehicleCalendars } from '../annexes/vehicle-calendars/index.ts'
import { vroom } from '../annexes/vroom/index.ts'
import { weeks } from '../annexes/weeks/index.ts'
import { whatIf } from '../annexes/what-if/index.ts'
import { findNotes } from '../field/driver/driver.ts'
import { findConflicts } from '../field/reports/report-conflicts.ts'
import { endAttemptsOfPlan } from '../field/returns/returns.ts'
import type { Config } from '../frame/platform/config.ts'
import { askForPlace } from '../telling/messages/messages.ts'
import type { ServicePorts } from '../telling/ports.ts'

export const annexes: readonly Annex[] = [
  analytics,
  assistants,
  chargingPlaces,
  checkouts,
  demo,
  driverSignIn,
  driverTalk,
  exportFiles,
  explanations,
  finding,
  intake,
  learning,
  osrm,
  payments,
  positions,
  privacy,
  quotas,
  recurring,
  sandbox,
  slots,
  today,
  vehicleCalendars,
  vroom,
  weeks,
  whatIf,
]

/** Extensions above the core that are no annex. */
const wings: Partial<ServicePorts> = {
  askForPlace,
  happenings: [{ planClosed: endAttemptsOfPlan }],
  liveChanges: {
    conflicts: { event: 'report_conflict', read: findConflicts },
    notes: { event: 'note', read: findNotes },
  },
}

/** All that is added, in the order of the list. Throws where two would fill a place that one can fill. */
export function collectPorts(config: Config, mounted: readonly Annex[] = annexes): ServicePorts {
  const found: ServicePorts = { happenings: [], liveChanges: {}, pageParts: [] }
  for (const { happenings = [], pageParts = [], liveChanges = {}, ...single } of [
    wings,
    ...mounted.map((annex) => ({ ...annex.ports, ...annex.choosePorts?.(config) })),
  ]) {
    for (const name of Object.keys(single)) if (name in found) throw new Error(`two fill the port ${name}`)
    Object.assign(found, single)
    Object.assign(found.liveChanges, liveChanges)
    found.happenings = [...found.happenings, ...happenings]
    found.pageParts = [...found.pageParts, ...pageParts]
  }
  return found
}
