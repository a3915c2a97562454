// Roads for what is asked outside of any transaction, with straight lines where they cannot be had.
import type { Services } from '../../frame/platform/services.ts'
import { straightLines } from './straight-lines.ts'
import { TravelError, type TravelProvider } from './travel.ts'

/** Where roads may be asked for, and who is told when they fail. */
export interface RoadsAsker {
  services: Pick<Services, 'travel'>
  log: { error(facts: object, text: string): void }
}

/** Straight lines stand in when the roads cannot be had, as for every rule. `what` is then done by them: "a plan is played". */
export async function byRoads<T>(
  { services, log }: RoadsAsker,
  what: string,
  ask: (travel: TravelProvider) => Promise<T>,
): Promise<T> {
  try {
    return await ask(services.travel.best)
  } catch (error) {
    if (!(error instanceof TravelError)) throw error
    log.error({ err: error }, `${what} by straight lines`)
    return ask(straightLines)
  }
}
