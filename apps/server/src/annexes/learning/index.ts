// Learning from past days: times of service and travel, places, paces, traffic.
import type { Annex } from '../annexes.ts'
import { mountLearning } from './learning.http.ts'
import { startLearning } from './learning.job.ts'
import { fillNewStops } from './new-stops.ts'
import { forgetPaceFor } from './paces.ts'
import { cleanUpDayPaces, startLookingAtDays } from './running-days.ts'
import { loadStopSpreads } from './stop-spreads.ts'
import { mountTraffic } from './traffic/traffic.http.ts'

export const learning: Annex = {
  name: 'learning',
  mount(app) {
    mountTraffic(app)
    mountLearning(app)
  },
  async work(services) {
    await startLearning(services)
    await startLookingAtDays(services)
  },
  cleanUp: cleanUpDayPaces,
  ports: { fillNewStops, readStopSpreads: loadStopSpreads, happenings: [{ driverGone: forgetPaceFor }] },
}
