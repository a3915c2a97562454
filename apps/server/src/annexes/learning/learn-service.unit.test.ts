// Learning of service times: which visits count, what is found in them, and that little evidence changes little.
import { describe, expect, test } from 'vitest'
import { learnService } from './learn-service.ts'
import { fitServiceModel, predictSeconds } from './service-model.ts'
import { isBetter } from './trials.ts'
import { sortOutVisits, type Visit } from './visits.ts'

const start = Date.UTC(2026, 2, 2, 8)
const visit = (fields: Partial<Visit> = {}): Visit => ({
  clientId: 'a',
  routeId: 'r',
  driverId: 'd',
  day: '2026-03-02',
  type: 'delivery',
  quantity: 0,
  isFirst: false,
  place: { lat: 47, lng: 9 },
  reportedAt: start,
  secondsInStop: 300,
  metersAway: 5,
  isMeasured: false,
  pause: undefined,
  givenSeconds: 300,
  ...fields,
})

/** Numbers around 1 without a random source: the same at each run, and even. */
const wobble = (at: number) => 1 + 0.2 * Math.sin(at * 12.9898)

/** A day's visits, ten minutes apart: each client once, with what it takes. */
function getDay(day: number, secondsOf: Record<string, number>, fields: Partial<Visit> = {}): Visit[] {
  const date = new Date(Date.UTC(2026, 2, 2 + day)).toISOString().slice(0, 10)
  return Object.entries(secondsOf).map(([clientId, seconds], at) =>
    visit({
      clientId,
      day: date,
      routeId: `${date}-${fields.driverId ?? 'd'}`,
      place: { lat: 47 + at / 100, lng: 9 },
      reportedAt: start + day * 86_400_000 + at * 3_600_000,
      secondsInStop: seconds * wobble(day * 31 + at * 7),
      ...fields,
    }),
  )
}

const clients = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, 200 + 60 * at]))
const weeks = Array.from({ length: 10 }, (_, day) => getDay(day, clients)).flat()

describe('visits that say nothing', () => {
  const listReasons = (...visits: Visit[]) => {
    const { leftOut } = sortOutVisits(visits)
    return Object.entries(leftOut).filter(([, count]) => count > 0)
  }
  const minute = 60_000

  test('three reports within two minutes were typed in one go; two were not', () => {
    const at = (minutes: number, lat: number) =>
      visit({ reportedAt: start + minutes * minute, secondsInStop: 20, place: { lat, lng: 9 } })
    expect(listReasons(at(0, 47), at(1, 48), at(2, 49))).toEqual([['typed_together', 3]])
    expect(listReasons(at(0, 47), at(1, 48), at(20, 49))).toEqual([])
    const measured = [0, 1, 2].map((minutes) => ({ ...at(minutes, 47), isMeasured: true }))
    expect(listReasons(...measured)).toEqual([])
  })
  test('two visits at one place at one time were one piece of work', () => {
    expect(listReasons(visit(), visit({ reportedAt: start + minute }))).toEqual([['done_together', 2]])
    expect(listReasons(visit(), visit({ reportedAt: start + 6 * minute }))).toEqual([])
    expect(listReasons(visit(), visit({ reportedAt: start + minute, place: { lat: 47.1, lng: 9 } }))).toEqual([])
  })
  test('a report from elsewhere, across the pause, after no time or after half a day', () => {
    expect(listReasons(visit({ metersAway: 251 }))).toEqual([['too_far', 1]])
    expect(listReasons(visit({ metersAway: null }))).toEqual([])
    expect(listReasons(visit({ secondsInStop: 3 }))).toEqual([['no_time', 1]])
    expect(listReasons(visit({ secondsInStop: 20_000 }))).toEqual([['no_time', 1]])
    const pause = { from: start - minute, to: start + 30 * minute }
    expect(listReasons(visit({ pause }))).toEqual([['during_pause', 1]])
    expect(listReasons(visit({ pause, reportedAt: start - minute }))).toEqual([])
  })
})

describe('service times', () => {
  test('they are right in the sum, though long visits lie farther from the middle than short ones; one mishap changes little', () => {
    const skew = [0.7, 0.75, 0.8, 0.85, 1, 1.9]
    const visits = weeks.map((own, at) => ({
      ...own,
      secondsInStop: (clients[own.clientId!] ?? 0) * skew[(at + Math.floor(at / 12)) % 6]!,
    }))
    const computeSum = (all: readonly Visit[], secondsOf: (own: Visit) => number) =>
      all.reduce((sum, own) => sum + secondsOf(own), 0)
    const { model } = learnService(visits)
    const taken = computeSum(visits, ({ secondsInStop }) => secondsInStop)
    // Their middle would be a seventh too short.
    expect(computeSum(visits, (own) => predictSeconds(model, own, ['driver'])) / taken).toBeGreaterThan(0.97)
    const [first, ...others] = visits
    const odd = learnService([{ ...first!, secondsInStop: 3 * 3_600 }, ...others])
    // In the mean of all it would be a sixth.
    expect(odd.model.factor / model.factor).toBeLessThan(1.04)
  })
  test('come near to what each client takes, and the trial on days left out says so', () => {
    const learned = learnService(weeks)
    expect(learned).toMatchObject({ state: 'learned', visits: 120, days: 10 })
    for (const { clientId, seconds, visits, lastSeen } of learned.clients) {
      expect(Math.abs(seconds / clients[clientId]! - 1), clientId).toBeLessThan(0.12)
      expect({ visits, lastSeen }).toEqual({ visits: 10, lastSeen: '2026-03-11' })
    }
    expect(learned.trial.learned).toBeLessThan(0.5 * learned.trial.given)
    expect(learned.trial.visits).toBe(120)
  })
  test('do not follow single visits that went wrong', () => {
    const wrong = weeks.map((week, at) => (at % 12 === 0 && at < 24 ? { ...week, secondsInStop: 5_000 } : week))
    const seconds = learnService(wrong).clients.find(({ clientId }) => clientId === 'c0')!.seconds
    expect(seconds).toBeLessThan(300)
  })
  test('of a client seen once lie between what is usual and what was seen', () => {
    const once = getDay(3, { once: 1_200 }, { driverId: 'other' })
    const model = fitServiceModel([...weeks, ...once])
    const usual = predictSeconds(model, visit({ clientId: 'never' }))
    const seen = predictSeconds(model, visit({ clientId: 'once' }))
    const often = fitServiceModel([
      ...weeks,
      ...Array.from({ length: 10 }, (_, day) => getDay(day, { often: 1_200 })).flat(),
    ])
    const known = predictSeconds(often, visit({ clientId: 'often' }))
    expect(seen).toBeGreaterThan(usual)
    expect(seen).toBeLessThan(once[0]!.secondsInStop)
    expect(Math.abs(known / 1_200 - 1)).toBeLessThan(0.15)
  })
  test('know kinds of stops, loads, first visits and drivers', () => {
    const everyone = (fields: Partial<Visit>, factor: number, prefix: string) =>
      Array.from({ length: 10 }, (_, day) =>
        getDay(
          day,
          Object.fromEntries(Object.keys(clients).map((id, at) => [`${prefix}${id}-${day % 5}`, (250 + at) * factor])),
          fields,
        ),
      ).flat()
    const model = fitServiceModel([
      ...everyone({ type: 'visit' }, 2, 't'),
      ...everyone({ quantity: 10 }, 1.5, 'l'),
      ...everyone({}, 1, 'p'),
      ...everyone({ driverId: 'slow' }, 1.4, 's'),
    ])
    const seconds = (fields: Partial<Visit>) =>
      predictSeconds(model, visit({ clientId: null, driverId: null, ...fields }))
    expect(seconds({ type: 'visit' }) / seconds({})).toBeGreaterThan(1.5)
    expect(seconds({ quantity: 20 }) / seconds({})).toBeGreaterThan(1.2)
    expect(seconds({ driverId: 'slow' }) / seconds({ driverId: 'd' })).toBeGreaterThan(1.15)
  })
  test('of few visits or few days are not tried at all', () => {
    expect(learnService([])).toMatchObject({ state: 'thin', visits: 0, clients: [] })
    expect(learnService(weeks.slice(0, 24)).state).toBe('thin')
    expect(predictSeconds(learnService([]).model, visit())).toBe(300)
  })
  test('stay as given where those were right', () => {
    const right = weeks.map((week) => ({ ...week, givenSeconds: clients[week.clientId!]! }))
    const { state, trial } = learnService(right)
    expect(state).toBe('no_better')
    expect(isBetter(trial)).toBe(false)
  })
  test('a client whose given time was better on days left out is told from the others', () => {
    const exact = { clientId: 'exact', givenSeconds: 900, driverId: 'other' }
    const more = Array.from({ length: 10 }, (_, day) =>
      getDay(day, { exact: 900 }, exact).map((visit) => ({ ...visit, secondsInStop: 900 })),
    ).flat()
    const learned = learnService([...weeks, ...more])
    expect(learned.state).toBe('learned')
    const { trial, isBetter: better } = learned.clients.find(({ clientId }) => clientId === 'exact')!
    expect(trial.given).toBe(0)
    expect(better).toBe(false)
  })
  test('that the given time was a little nearer at two visits is luck', () => {
    const twice = [2, 5].flatMap((day) => getDay(day, { twice: 290 }, { clientId: 'twice', driverId: 'other' }))
    const found = learnService([...weeks, ...twice]).clients.find(({ clientId }) => clientId === 'twice')!
    expect(found.trial).toMatchObject({ visits: 2 })
    expect(found.trial.learned).toBeGreaterThan(found.trial.given)
    expect(found.isBetter).toBe(true)
  })
})

describe('paces of drivers', () => {
  const clients = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`c${at}`, 200 + 60 * at]))
  /** Two drivers on the same clients on different days, the slow one half as long again */
  const visits = Array.from({ length: 10 }, (_, day) => day).flatMap((day) => [
    ...getDay(
      day,
      Object.fromEntries(Object.entries(clients).map(([id, seconds]) => [id, seconds * (day % 2 ? 1.5 : 1)])),
      { driverId: day % 2 ? 'slow' : 'usual' },
    ),
  ])

  test('where nobody is known to come a client takes what it takes of those who usually do; who comes by turns is nobody', () => {
    const ofDriver = (day: number, driverId: string, pace: number, clientIds: string[]) =>
      getDay(day, Object.fromEntries(clientIds.map((id) => [id, 300 * pace])), { driverId })
    const halves = [Object.keys(clients).slice(0, 5), Object.keys(clients).slice(5)]
    const getFactors = (clientsOf: (driver: number, day: number) => string[]) => {
      const visits = Array.from({ length: 10 }, (_, day) => [
        ...ofDriver(day, 'slow', 1.6, clientsOf(0, day)),
        ...ofDriver(day, 'usual', 1, clientsOf(1, day)),
      ]).flat()
      const found = learnService(visits, true)
      expect(learnService(visits).clients.every(({ comersFactor }) => comersFactor === 1)).toBe(true)
      const pace = found.paces.find(({ driverId }) => driverId === 'slow')!.factor
      return { pace, own: found.clients.map(({ clientId, comersFactor }) => [clientId, comersFactor] as const) }
    }
    const own = getFactors((driver) => halves[driver]!)
    for (const [clientId, factor] of own.own) {
      if (halves[0]!.includes(clientId)) expect(factor).toBeCloseTo(own.pace, 2)
      else expect(factor).toBeLessThan(1)
    }
    const turns = getFactors((driver, day) => halves[(driver + day) % 2]!)
    for (const [, factor] of turns.own) expect(factor).toBeCloseTo(1, 2)
  })
  test('are found beside the times of clients, each with its evidence, and help on days left out', () => {
    const { paces } = learnService(visits, true)
    const [slow, usual] = ['slow', 'usual'].map((id) => paces.find(({ driverId }) => driverId === id)!)
    expect(slow!.factor / usual!.factor).toBeGreaterThan(1.35)
    expect(slow!.factor / usual!.factor).toBeLessThan(1.6)
    expect(slow).toMatchObject({ visits: 50, lastSeen: '2026-03-11', isBetter: true })
    expect(slow!.trial.learned).toBeLessThan(0.8 * slow!.trial.given)
    expect(slow!.spread).toBeLessThan(0.2)
  })

  test('nobody has one where they are not asked for, or with few visits', () => {
    expect(learnService(visits).paces).toEqual([])
    const few = learnService([...visits, ...getDay(11, clients, { driverId: 'new' })], true)
    expect(few.paces.find(({ driverId }) => driverId === 'new')).toMatchObject({ visits: 10, isBetter: false })
  })
})
