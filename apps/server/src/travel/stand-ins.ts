// Routes that a rule gave straight lines for want of better, until whoever may ask a network has asked it.

export interface StandInRoute {
  organizationId: string
  routeId: string
}

/** By route id; of this process, because its memory is what the answers are kept in. */
const waiting = new Map<string, StandInRoute>()

export function noteStandIn(route: StandInRoute): void {
  waiting.set(route.routeId, route)
}

/** Those noted since it was asked last. */
export function takeStandIns(): StandInRoute[] {
  const taken = [...waiting.values()]
  waiting.clear()
  return taken
}
