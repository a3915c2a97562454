// The cost and the harm of an edit, in one line and by route.
import type { EditAnswer } from '@routewright/contract'
import { createFormats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { computeEffect, getDetails, harmTexts, previewText, priceTexts } from './effect.ts'

const t = ((key: string, said?: { count: number }) => (said ? `${key} ${said.count}` : key)) as unknown as TFunction
const formats = createFormats({ language: 'en', timeZone: 'UTC', units: 'metric' } as never)
const figures = (duration: number, distance: number, cost: number, late_stops: number, stops: number) => {
  return { duration, distance, cost, late_stops, stops }
}
const late = { code: 'time_window', stop_id: 's3', message: 'late' }
const full = { code: 'capacity', stop_id: 's3', message: 'full' }
const effects = [
  {
    route_id: 'A',
    before: figures(3_600, 10_000, 20, 1, 2),
    after: figures(4_200, 12_000, 24, 3, 3),
    newly_broken: [late, late, full],
    stops: [{ stop_id: 's1' }, { stop_id: 's3', planned_arrival_time: 36_000 }],
  },
  // A route that becomes better takes nothing off what another breaks.
  {
    route_id: 'B',
    before: figures(3_600, 10_000, 20, 2, 4),
    after: figures(3_000, 9_000, 18, 0, 3),
    newly_broken: [],
    stops: [],
  },
]
const answer = (more: object = {}) =>
  ({
    effects,
    unassigned: ['s9'],
    results: [
      { stop_id: 's8', done: false },
      { stop_id: 's3', done: true },
    ],
    ...more,
  }) as unknown as EditAnswer

test('differences are after minus before, summed over the routes; what was late before is not newly late', () => {
  expect(computeEffect(answer({ broken_promises: [{}, {}] }))).toEqual({
    durationSeconds: 0,
    distanceMeters: 1_000,
    straightMeters: 0,
    cost: 2,
    newlyLate: 2,
    newlyBroken: 1,
    promises: 2,
  })
  expect(computeEffect(answer()).promises).toBe(0)
})

test('only what is broken is told', () => {
  const none = { newlyLate: 0, newlyBroken: 0, promises: 0 }
  const harmless = { durationSeconds: 360, distanceMeters: 2_100, straightMeters: 0, cost: 1, ...none }
  expect(harmTexts(harmless, t)).toEqual([])
  expect(harmTexts({ ...harmless, newlyLate: 1 }, t)).toEqual(['editor:makes_late 1'])
  expect(harmTexts({ ...harmless, newlyBroken: 1 }, t)).toEqual(['editor:breaks_rules 1'])
  expect(harmTexts({ ...harmless, promises: 1 }, t)).toEqual(['shell:consent.short 1'])
  expect(priceTexts(harmless, formats, t)).toEqual([formats.durationChange(360), formats.distanceChange(2_100)])
})

test('the way that an edit adds is marked where some of it, or all of it, are straight lines', () => {
  const near = { route_id: 'A', newly_broken: [], stops: [], before: figures(0, 1_000, 0, 0, 0) }
  const edit = (distance: number, straight_distance: number) =>
    answer({ effects: [{ ...near, after: { ...figures(0, distance, 0, 0, 0), straight_distance } }] })
  const wayOf = (preview: EditAnswer) => priceTexts(computeEffect(preview), formats, t)[1]
  expect(wayOf(edit(3_000, 500))).toBe(`${formats.distanceChange(2_000)} shell:straight_part`)
  expect(wayOf(edit(3_000, 2_000))).toBe(`${formats.distanceChange(2_000)} shell:straight_whole`)
  expect(wayOf(edit(3_000, 0))).toBe(formats.distanceChange(2_000))
})

test('the words beside the pointer are bad when anything is broken', () => {
  const calm = { effects: [], unassigned: [], results: [] } as unknown as EditAnswer
  const isBad = (preview: EditAnswer) => previewText({ preview, previewFailed: false }, formats, t).isBad
  expect(isBad(calm)).toBe(false)
  expect(isBad(answer())).toBe(true)
  expect(isBad({ ...calm, broken_promises: [{}] } as unknown as EditAnswer)).toBe(true)
  expect(previewText({ preview: undefined, previewFailed: false }, formats, t).text).toBe('editor:effect_coming')
  expect(previewText({ preview: undefined, previewFailed: true }, formats, t).text).toBe('editor:effect_unknown')
})

test('by route: who joins it, and by stop: what is late, broken, left out or cannot be moved', () => {
  const details = getDetails(answer(), new Map([['A', ['s1']]]))
  expect(details.routes[0]).toEqual({
    routeId: 'A',
    stops: { before: 2, after: 3 },
    durationSeconds: 600,
    way: { distance: 2_000, straight_distance: 0 },
    joining: [{ stopId: 's3', arrivalSeconds: 36_000 }],
  })
  expect(details).toMatchObject({
    late: ['s3'],
    broken: [{ stopId: 's3', code: 'capacity', message: 'full' }],
    leaving: ['s9'],
    staying: [{ stop_id: 's8' }],
  })
})
