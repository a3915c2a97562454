import { expect, test } from 'vitest'
import type { DrivenRoute } from './arrival-leads.ts'
import { learnBreakShares } from './learn-break-shares.ts'

const minute = 60_000
const hours = { start: 690 * 60, end: 810 * 60 }

interface Driven {
  /** Minutes of the day. */
  starts?: number
  /** When the driver reported the break; undefined: never. */
  eats?: number | undefined
  ends: number
  isByLaw?: boolean
}

/** Routes of three days, one after the other. */
function drive(routes: readonly Driven[], own: Partial<DrivenRoute> = {}): DrivenRoute[] {
  const midnight = Date.UTC(2026, 2, 2)
  const moment = (minutes: number) => midnight + minutes * minute
  return routes.map(({ starts = 480, eats, ends, isByLaw }, at) => {
    const told = eats === undefined ? undefined : { from: moment(eats), to: moment(eats + 30) }
    const within = isByLaw ? undefined : { start: moment(690), end: moment(810) }
    const last = { plannedArrival: moment(ends - 5), plannedDeparture: moment(ends), arrivedAt: moment(ends - 5) }
    return {
      routeId: `${at}`,
      day: `2026-03-0${2 + (at % 3)}`,
      midnight,
      plannedStart: moment(starts),
      breakHours: hours,
      breaks: told ? [{ planned: undefined, within, told }] : [],
      stops: [{ ...last, reportedAt: moment(ends) }],
      ...own,
    }
  })
}

const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of)

test('the share of those on the road who have eaten, step by step', () => {
  const [found] = learnBreakShares(
    drive([...times(10, { eats: 702, ends: 900 }), ...times(20, { eats: 750, ends: 900 })]),
  )
  expect(found).toMatchObject({ ...hours, state: 'learned', routes: 30, days: 3, breaks: 30, lastSeen: '2026-03-04' })
  // Told at 11:42, known from 11:45 on; then at 12:30.
  expect(found!.steps).toEqual([
    [705 * 60, 0.3333],
    [750 * 60, 1],
  ])
})

test('a route that ended before its driver ate counts until its end, one that began later from then on', () => {
  // Twenty leave the road at noon without a break: of the twenty that stay, ten eat at 12:10.
  const left = times(20, { ends: 720 })
  const stayed = [...times(10, { eats: 730, ends: 900 }), ...times(10, { eats: 770, ends: 900 })]
  expect(learnBreakShares(drive([...left, ...stayed]))[0]!.steps[0]).toEqual([730 * 60, 0.5])
  // Ten who begin at 12:15 were not on the road when others ate at 12:10.
  const late = times(10, { starts: 735, eats: 780, ends: 900 })
  const steps = learnBreakShares(drive([...left, ...stayed, ...late]))[0]!.steps
  expect(steps.slice(0, 2)).toEqual([
    [730 * 60, 0.5],
    [770 * 60, 0.75],
  ])
})

test('nobody knows of routes that went on behind the hours and told of no break, and breaks of the law are others', () => {
  const eating = times(30, { eats: 720, ends: 900 })
  const silent = drive(times(9, { ends: 900 }))
  expect(learnBreakShares([...drive(eating), ...silent])[0]).toMatchObject({ routes: 30, breaks: 30 })
  expect(learnBreakShares(drive(times(40, { eats: 720, ends: 900, isByLaw: true })))).toEqual([])
  // For reports typed later, the end of the route is unknown.
  const typed = drive(times(9, { ends: 720 }))
  for (const { stops } of typed) for (const stop of stops) stop.reportedAt = undefined
  expect(learnBreakShares([...drive(eating), ...typed])[0]).toMatchObject({ routes: 30 })
})

test('who eats before the hours of the break has had it when they begin', () => {
  const [found] = learnBreakShares(
    drive([...times(15, { eats: 650, ends: 900 }), ...times(15, { eats: 800, ends: 900 })]),
  )
  expect(found!.steps).toEqual([
    [690 * 60, 0.5],
    [800 * 60, 1],
  ])
})

test('too few routes, days or breaks say nothing, and the last few on the road do not either', () => {
  const thin = { state: 'thin', steps: [] }
  expect(learnBreakShares(drive(times(29, { eats: 720, ends: 900 })))[0]).toMatchObject({ ...thin, routes: 29 })
  expect(learnBreakShares(drive(times(40, { eats: 720, ends: 900 }), { day: '2026-03-02' }))[0]).toMatchObject(thin)
  const few = [...times(19, { eats: 720, ends: 900 }), ...times(20, { ends: 700 })]
  expect(learnBreakShares(drive(few))[0]).toMatchObject({ ...thin, breaks: 19 })
  const last = learnBreakShares(drive([...times(30, { eats: 720, ends: 900 }), ...times(4, { eats: 760, ends: 900 })]))
  expect(last[0]!.steps).toEqual([[720 * 60, 0.8824]])
})

test('breaks with other hours are told apart, and vehicles without a break say nothing', () => {
  const noon = drive(times(30, { eats: 720, ends: 900 }))
  const others = drive(times(5, { eats: 720, ends: 900 }), { breakHours: { start: 43_200, end: 50_400 } })
  const none = drive(times(5, { eats: 720, ends: 900 }), { breakHours: undefined })
  expect(learnBreakShares([...others, ...noon, ...none])).toMatchObject([
    { ...hours, state: 'learned' },
    { start: 43_200, end: 50_400, state: 'thin', routes: 5 },
  ])
})
