// Learning of hourly speeds: rush hours and kinds of roads are separated, halts and rain are not mistaken for traffic, little
// evidence changes little.
import { getMix, HOURS_OF_WEEK, MIX_SHARES, TYPICAL_WEEK, type WeekTraffic } from '@routewright/roads'
import { describe, expect, test } from 'vitest'
import { learnSpeeds } from './learn-speeds.ts'
import { expectedSeconds, fitWeek, type Leg } from './speed-model.ts'

const plain: WeekTraffic = getWeek(() => 1)
const [onMain, onOther] = [getMix(100, 0, 100), getMix(100, 0, 0)]

function getWeek(factorAt: (hourOfDay: number) => number, others = factorAt): WeekTraffic {
  const hours = (at: (hour: number) => number) => Array.from({ length: HOURS_OF_WEEK }, (_, hour) => at(hour % 24))
  return { motorway: hours(factorAt), main: hours(factorAt), other: hours(others) }
}

/** Numbers around 1 without a random source. */
const wobble = (at: number) => 1 + 0.1 * Math.sin(at * 12.9898)

/** Ten workdays of legs at each hour of the day, half of them on main roads. */
function legsBy(truth: WeekTraffic, change: (leg: Leg, at: number) => number = () => 1): Leg[] {
  const legs: Leg[] = []
  for (let day = 0; day < 10; day++)
    for (let hour = 7; hour < 19; hour++)
      for (let at = 0; at < 6; at++) {
        const date = `2026-03-${String(2 + day + (day > 4 ? 2 : 0)).padStart(2, '0')}`
        const leg = {
          day: date,
          vehicleId: `v${at}`,
          hour: (day % 5) * 24 + hour,
          plainSeconds: 300,
          mix: at % 2 ? onMain : onOther,
          seconds: 0,
        }
        const seconds = expectedSeconds(truth, leg) * wobble(legs.length)
        legs.push({ ...leg, seconds: seconds * change({ ...leg, seconds }, legs.length) })
      }
  return legs
}

const rush = getWeek(
  (hour) => (hour === 8 ? 1.8 : 1.2),
  () => 1,
)

describe('speeds', () => {
  test('of hours and of kinds of roads are found, and days left out say so', () => {
    const { state, week, trial, legs, days } = learnSpeeds(legsBy(rush), plain)
    expect({ state, legs, days }).toEqual({ state: 'learned', legs: 720, days: 10 })
    expect(Math.abs(week.main[8]! - 1.8)).toBeLessThan(0.25)
    expect(Math.abs(week.main[12]! - 1.2)).toBeLessThan(0.15)
    expect(Math.abs(week.other[8]! - 1)).toBeLessThan(0.2)
    expect(trial.learned).toBeLessThan(0.75 * trial.given)
  })
  test('do not follow halts on the way, nor a day of rain', () => {
    const halts = fitWeek(
      legsBy(rush, (_, at) => (at % 20 === 0 ? 2.5 : 1)),
      plain,
    )
    expect(Math.abs(halts.main[12]! - 1.2)).toBeLessThan(0.12)
    const rain = fitWeek(
      legsBy(rush, ({ day }) => (day === '2026-03-03' ? 1.4 : 1)),
      plain,
    )
    expect(Math.abs(rain.main[12]! - 1.2)).toBeLessThan(0.12)
  })
  test('of hours nobody drove stay near the week before, moved by what is so at all hours', () => {
    const twice = fitWeek(
      legsBy(getWeek((hour) => 1.3 * TYPICAL_WEEK.main[hour]!)),
      getWeek((hour) => TYPICAL_WEEK.main[hour]!),
    )
    expect(twice.main[3]! / TYPICAL_WEEK.main[3]!).toBeCloseTo(1.3, 1)
    expect(fitWeek([], TYPICAL_WEEK).main.every((factor, hour) => factor === TYPICAL_WEEK.main[hour])).toBe(true)
  })
  test('are not used where they are no better, or too little is known', () => {
    expect(learnSpeeds(legsBy(rush), rush).state).toBe('no_better')
    expect(learnSpeeds(legsBy(rush).slice(0, 90), plain).state).toBe('thin')
    expect(learnSpeeds([], plain)).toMatchObject({ state: 'thin', legs: 0, days: 0, week: plain })
  })
  test('legs that are no drives count not at all', () => {
    const wrong = legsBy(rush).map((leg, at) => (at % 2 ? leg : { ...leg, seconds: 4_000 }))
    expect(learnSpeeds(wrong, plain).legs).toBe(360)
    expect(MIX_SHARES[onMain]!.main).toBe(1)
  })
})
