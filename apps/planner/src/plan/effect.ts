// The effect of an edit in one line: time, way, money, what it breaks.
import type { EditAnswer } from '@routewright/contract'
import { measureStraight } from '@routewright/contract/straight-part'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { computeDistanceChange, distanceChangeText } from '../shell/distance.tsx'

export interface Effect {
  durationSeconds: number
  distanceMeters: number
  /** Metres of it that are straight lines. */
  straightMeters: number
  cost: number
  newlyLate: number
  newlyBroken: number
  /** Promises to customers that it breaks. */
  promises: number
}

export function computeEffect({
  effects,
  broken_promises = [],
}: Pick<EditAnswer, 'effects' | 'broken_promises'>): Effect {
  const none = { durationSeconds: 0, distanceMeters: 0, straightMeters: 0, cost: 0, newlyLate: 0, newlyBroken: 0 }
  const sum: Effect = { ...none, promises: broken_promises.length }
  for (const { before, after, newly_broken } of effects) {
    sum.durationSeconds += after.duration - before.duration
    const change = computeDistanceChange(before, after)
    sum.distanceMeters += change.distance
    sum.straightMeters += measureStraight(change.distance, change)
    sum.cost += after.cost - before.cost
    sum.newlyLate += Math.max(0, after.late_stops - before.late_stops)
    sum.newlyBroken += newly_broken.filter(({ code }) => code !== 'time_window').length
  }
  return sum
}

/** Writes the effect in one line: `+6 min · +2.1 km · makes 2 late`. */
export function effectText(effect: Effect, formats: Formats, t: TFunction): string {
  return [...priceTexts(effect, formats, t), ...harmTexts(effect, t)].join(' · ')
}

/** Writes the cost of the effect. */
export function priceTexts(effect: Effect, formats: Formats, t: TFunction): string[] {
  const { durationSeconds, distanceMeters, straightMeters: straight_distance } = effect
  return [
    formats.durationChange(durationSeconds),
    distanceChangeText(distanceMeters, { straight_distance }, formats, t),
  ]
}

/** Writes the harm of the effect. */
export function harmTexts(effect: Effect, t: TFunction): string[] {
  const texts: string[] = []
  if (effect.newlyLate > 0) texts.push(t('editor:makes_late', { count: effect.newlyLate }))
  if (effect.newlyBroken > 0) texts.push(t('editor:breaks_rules', { count: effect.newlyBroken }))
  if (effect.promises > 0) texts.push(t('shell:consent.short', { count: effect.promises }))
  return texts
}

/** Text next to the pointer while the effect of a drop is asked for, and once it is known. */
export function previewText(
  { preview, previewFailed }: { preview: EditAnswer | undefined; previewFailed: boolean },
  formats: Formats,
  t: TFunction,
): { text: string; isBad: boolean } {
  if (!preview) return { text: t(previewFailed ? 'editor:effect_unknown' : 'editor:effect_coming'), isBad: false }
  const effect = computeEffect(preview)
  return { text: effectText(effect, formats, t), isBad: effect.newlyLate + effect.newlyBroken + effect.promises > 0 }
}

/** Change of one route by an edit. */
export interface RouteChange {
  routeId: string
  stops: { before: number; after: number }
  durationSeconds: number
  way: ReturnType<typeof computeDistanceChange>
  /** Stops that come to it, in driving order; one that the edit makes, as where vehicles meet, is in no plan yet. */
  joining: { stopId: string; arrivalSeconds: number | undefined }[]
}

/** An edit by route, and what it leaves behind: what is to be seen before it is made. */
export interface EffectDetails {
  routes: RouteChange[]
  /** Stops that would miss their windows, and did not before. */
  late: string[]
  broken: { stopId: string; code: string; message: string }[]
  /** Stops that would be on no route. */
  leaving: readonly string[]
  /** Stops that cannot be moved. */
  staying: EditAnswer['results']
}

/** `orders` are those of the plan on screen. */
export function getDetails(answer: EditAnswer, orders: ReadonlyMap<string, readonly string[]>): EffectDetails {
  const newlyBroken = answer.effects.flatMap(({ newly_broken }) => newly_broken)
  const isLate = ({ code }: { code: string }) => code === 'time_window'
  return {
    routes: answer.effects.map(({ route_id, before, after, stops }) => {
      const present = new Set(orders.get(route_id))
      const joining = stops.filter(({ stop_id }) => !present.has(stop_id))
      return {
        routeId: route_id,
        stops: { before: before.stops, after: after.stops },
        durationSeconds: after.duration - before.duration,
        way: computeDistanceChange(before, after),
        joining: joining.map(({ stop_id, planned_arrival_time }) => ({
          stopId: stop_id,
          arrivalSeconds: planned_arrival_time,
        })),
      }
    }),
    late: [...new Set(newlyBroken.filter(isLate).map(({ stop_id }) => stop_id))],
    broken: newlyBroken
      .filter((rule) => !isLate(rule))
      .map(({ stop_id, code, message }) => ({ stopId: stop_id, code, message })),
    leaving: answer.unassigned,
    staying: answer.results.filter(({ done }) => !done),
  }
}
