import { expect, test } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import { type DrivenWay, learnDriving } from './learn-driving.ts'

interface Days {
  days?: number
  dayOf?: (day: number) => number
  comesOn?: (driver: number, day: number) => boolean
}

/** Legs of ten minutes; drivers have their own pace, days a common one. */
function drive(paces: readonly number[], { days = 8, dayOf = () => 1, comesOn = () => true }: Days = {}): DrivenWay[] {
  const random = createRandom(7)
  const luck = () => Math.exp(0.25 * (random() + random() + random() - 1.5))
  return Array.from({ length: days }, (_, day) =>
    paces.flatMap((pace, driver) =>
      comesOn(driver, day)
        ? Array.from({ length: 15 }, (_, at) => ({
            routeId: `${driver} ${day}`,
            driverId: `driver ${driver}`,
            day: `2026-03-${10 + day}`,
            kind: 'driving' as const,
            endedAt: day * 86_400_000 + at * 1_200_000,
            hour: 8 + Math.floor(at / 3),
            plannedSeconds: 600,
            seconds: 600 * pace * dayOf(day) * luck(),
          }))
        : [],
    ),
  ).flat()
}

const computeFactor = (found: ReturnType<typeof learnDriving>, driver: number) =>
  found.find(({ driverId }) => driverId === `driver ${driver}`)!

test('who drives slower than the others is known with his evidence, and the others are as usual', () => {
  const found = learnDriving(drive([1.2, 1, 1, 1, 1, 1]))
  expect(computeFactor(found, 0)).toMatchObject({ ways: 120, lastSeen: '2026-03-17', isBetter: true })
  expect(computeFactor(found, 0).factor).toBeGreaterThan(1.09)
  expect(computeFactor(found, 0).trial.learned).toBeLessThan(computeFactor(found, 0).trial.given)
  for (const driver of [1, 2, 3, 4, 5]) expect(Math.abs(computeFactor(found, driver).factor - 1)).toBeLessThan(0.06)
})

test('who came on the wet days alone is no slow driver', () => {
  const wet = (day: number) => day % 4 === 3
  const found = learnDriving(
    drive([1, 1, 1, 1, 1, 1], {
      days: 16,
      dayOf: (day) => (wet(day) ? 1.3 : 1),
      comesOn: (driver, day) => driver > 0 || wet(day),
    }),
  )
  expect(Math.abs(computeFactor(found, 0).factor - 1)).toBeLessThan(0.04)
})

test('a driver alone is the usual, and too little says nothing', () => {
  expect(learnDriving(drive([1.3]))).toMatchObject([{ factor: 1, isBetter: false }])
  expect(learnDriving(drive([1.2, 1], { days: 2 }))).toEqual([])
  const rare = learnDriving(drive([1.2, 1, 1, 1], { comesOn: (driver, day) => driver > 0 || day < 2 }))
  expect(computeFactor(rare, 0).isBetter).toBe(false)
})
