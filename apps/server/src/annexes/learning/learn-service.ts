// Learns service times, and tests on left-out days whether they are better than the given ones.
import {
  computeStretch,
  fitComers,
  fitServiceModel,
  median,
  predictSeconds,
  type ServiceFacts,
  type ServiceModel,
} from './service-model.ts'
import { countTrial, daysLeftOut, getTrial, isBetter, listDays, newTrial, type Trial } from './trials.ts'
import { type ReasonToLeaveOut, sortOutVisits, type Visit } from './visits.ts'

export interface LearnedClient {
  clientId: string
  /** Rounded seconds of its usual visit: its usual load, by nobody in particular. */
  seconds: number
  /** Its own, on what the more general levels give. */
  factor: number
  /** How slow or quick those are who come, where paces count apart; else 1. */
  comersFactor: number
  /** Duration given at the time of learning. */
  givenSeconds: number
  visits: number
  /** Half of its visits were nearer than this to what was learned, seconds. */
  spreadSeconds: number
  /** Day of the last visit, YYYY-MM-DD. */
  lastSeen: string
  trial: Trial
  isBetter: boolean
}

/** Pace of a driver or vehicle: factor on the work at any stop. */
export interface LearnedPace {
  /** Id as in the visits. */
  driverId: string
  factor: number
  visits: number
  /** Relative spread that contains half of the visits: 0.15 for 15 %. */
  spread: number
  /** Day of the last visit, YYYY-MM-DD. */
  lastSeen: string
  /** Errors without the pace, and with it. */
  trial: Trial
  isBetter: boolean
}

export interface LearnedService {
  /** `thin`: too few visits or days to try anything. `no_better`: what was given was as good on days left out. */
  state: 'learned' | 'thin' | 'no_better'
  visits: number
  days: number
  leftOut: Record<ReasonToLeaveOut, number>
  trial: Trial
  /** The same as if nothing were known of any client. */
  strangers: Trial
  model: ServiceModel
  clients: LearnedClient[]
  /** Empty where they are not asked for. */
  paces: LearnedPace[]
}

const FEWEST_DAYS = 3
/** Fewer say nothing, of all or of who comes. */
export const FEWEST_VISITS = 30
/** Part by which the error of a single visit may be larger by luck. */
const LUCK = 2

/**
 * Fits a model to all meaningful visits, and several more to test it. `hasPaces`: the driver is known when work is planned, and
 * paces are separate. O(visits).
 */
export function learnService(all: readonly Visit[], hasPaces = false): LearnedService {
  const { visits, leftOut } = sortOutVisits(all)
  const days = listDays(visits)
  const middle = fitServiceModel(visits, hasPaces ? 'driver' : 'client')
  const counted = { visits: visits.length, days: days.length, leftOut }
  if (days.length < FEWEST_DAYS || visits.length < FEWEST_VISITS) {
    const nothing = { trial: newTrial(), strangers: newTrial(), clients: [], paces: [] }
    return { state: 'thin', ...counted, model: middle, ...nothing }
  }
  const { stretch, trial, strangers, byClient, byDriver } = tryOnDaysLeftOut(visits, days, hasPaces)
  const model = { ...middle, factor: stretch * middle.factor }
  const comers = hasPaces ? fitComers(model, visits) : undefined
  const clients = [...Map.groupBy(visits, ({ clientId }) => clientId ?? '')].flatMap(([clientId, own]) => {
    const client = () => learnedClient(clientId, own, model, byClient.get(clientId) ?? newTrial())
    return clientId === '' ? [] : [{ ...client(), comersFactor: comers?.get(clientId) ?? 1 }]
  })
  const drivers = hasPaces ? Map.groupBy(visits, ({ driverId }) => driverId ?? '') : []
  const paces = [...drivers].flatMap(([driverId, own]) =>
    driverId === '' ? [] : [learnedPace(driverId, own, model, byDriver.get(driverId) ?? newTrial())],
  )
  return { state: isBetter(trial) ? 'learned' : 'no_better', ...counted, model, trial, strangers, clients, paces }
}

/** Prediction of a visit from other days. */
interface Predicted {
  visit: Visit
  taken: number
  /** With all that is known of it; as if nothing were of its client; and of its driver. */
  learned: number
  stranger: number
  usual: number
}

/** Each day is in one fold; the others are what it is predicted from. */
function tryOnDaysLeftOut(visits: readonly Visit[], days: readonly string[], hasPaces: boolean) {
  const predicted = daysLeftOut(visits, days).flatMap(({ known, leftOut }) => predict(known, leftOut, hasPaces))
  const stretch = computeStretch(predicted)
  const [trial, strangers] = [newTrial(), newTrial()]
  const [byClient, byDriver] = [new Map<string, Trial>(), new Map<string, Trial>()]
  for (const { visit, taken, learned, stranger, usual } of predicted) {
    const { clientId, driverId, givenSeconds } = visit
    const own = stretch * learned
    countTrial(trial, taken, givenSeconds, own)
    countTrial(strangers, taken, givenSeconds, stretch * stranger)
    if (clientId !== null) countTrial(getTrial(byClient, clientId), taken, givenSeconds, own)
    if (hasPaces && driverId !== null) countTrial(getTrial(byDriver, driverId), taken, stretch * usual, own)
  }
  return { stretch, trial, strangers, byClient, byDriver }
}

function predict(known: readonly Visit[], leftOut: readonly Visit[], hasPaces: boolean): Predicted[] {
  const model = fitServiceModel(known, hasPaces ? 'driver' : 'client')
  // The driver is unknown when a stop gets its duration; where paces are used, the driver is known when the work is planned.
  const unknown = hasPaces ? [] : (['driver'] as const)
  return leftOut.map((visit) => ({
    visit,
    taken: visit.secondsInStop,
    learned: predictSeconds(model, visit, unknown),
    stranger: predictSeconds(model, visit, [...unknown, 'client']),
    usual: predictSeconds(model, visit, ['driver']),
  }))
}

/**
 * Whether a client's learned time is used. That the given one was nearer at two visits is luck more often than not: it has to be nearer by as much as that may be,
 * the less the more visits there are. Seen once, it has no day to be tried on alone; then the project's trial speaks for it.
 */
function isUsed({ visits, given, learned }: Trial): boolean {
  return visits < 2 || learned <= given * (1 + LUCK / Math.sqrt(visits))
}

function learnedClient(
  clientId: string,
  own: readonly Visit[],
  model: ServiceModel,
  trial: Trial,
): Omit<LearnedClient, 'comersFactor'> {
  const [{ givenSeconds }] = own as [Visit]
  const usual: ServiceFacts = {
    ...own[0]!,
    isFirst: false,
    driverId: null,
    quantity: median(own.map(({ quantity }) => quantity)) ?? 0,
  }
  const misses = own.map((visit) => Math.abs(visit.secondsInStop - predictSeconds(model, visit)))
  return {
    clientId,
    seconds: Math.round(predictSeconds(model, usual)),
    factor: model.effects.client.get(clientId)?.factor ?? 1,
    givenSeconds,
    visits: own.length,
    spreadSeconds: Math.round(median(misses) ?? 0),
    lastSeen: getLastDay(own),
    trial,
    isBetter: isUsed(trial),
  }
}

function learnedPace(driverId: string, own: readonly Visit[], model: ServiceModel, trial: Trial): LearnedPace {
  const misses = own.map((visit) => Math.abs(visit.secondsInStop / predictSeconds(model, visit) - 1))
  const days = new Set(own.map(({ day }) => day)).size
  return {
    driverId,
    factor: model.effects.driver.get(driverId)?.factor ?? 1,
    visits: own.length,
    spread: median(misses) ?? 0,
    lastSeen: getLastDay(own),
    trial,
    isBetter: own.length >= FEWEST_VISITS && days >= FEWEST_DAYS && trial.learned < trial.given,
  }
}

function getLastDay(visits: readonly Visit[]): string {
  return visits
    .map(({ day }) => day)
    .sort()
    .at(-1)!
}
