// Orders that other programs send, and files and shops that they are fetched from.
import type { Annex } from '../annexes.ts'
import { mountIntake } from './intake.http.ts'
import { startIntake } from './intake.job.ts'
import { cleanUpIntake } from './intake.ts'
import { startFetching } from './order-files/fetch.job.ts'
import { mountOrderFiles } from './order-files/order-files.http.ts'
import { mountShops } from './shops/shops.http.ts'
import { cleanUpToldStates } from './shops/shops.ts'
import { startTellingShops } from './shops/tell.ts'

export const intake: Annex = {
  name: 'intake',
  mount(app) {
    mountIntake(app)
    mountOrderFiles(app)
    mountShops(app)
  },
  async work(services) {
    await startIntake(services)
    await startFetching(services)
    const telling = await startTellingShops(services)
    return () => telling.stop()
  },
  async cleanUp(services) {
    await cleanUpIntake(services)
    await cleanUpToldStates(services)
  },
}
