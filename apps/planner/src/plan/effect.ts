// The effect of an edit in one line: time, way, money, what it breaks.
import type { EditAnswer } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'

export interface Effect {
  durationSeconds: number
  distanceMeters: number
  cost: number
  newlyLate: number
  newlyBroken: number
}

export function effectOf({ effects }: Pick<EditAnswer, 'effects'>): Effect {
  const sum: Effect = { durationSeconds: 0, distanceMeters: 0, cost: 0, newlyLate: 0, newlyBroken: 0 }
  for (const { before, after, newly_broken } of effects) {
    sum.durationSeconds += after.duration - before.duration
    sum.distanceMeters += after.distance - before.distance
    sum.cost += after.cost - before.cost
    sum.newlyLate += Math.max(0, after.late_stops - before.late_stops)
    sum.newlyBroken += newly_broken.filter(({ code }) => code !== 'time_window').length
  }
  return sum
}

/** As in `+6 min · +2.1 km · makes 2 late`. */
export function effectText(effect: Effect, formats: Formats, t: TFunction): string {
  const parts = [formats.durationChange(effect.durationSeconds), formats.distanceChange(effect.distanceMeters)]
  if (effect.newlyLate > 0) parts.push(t('editor:makes_late', { count: effect.newlyLate }))
  if (effect.newlyBroken > 0) parts.push(t('editor:breaks_rules', { count: effect.newlyBroken }))
  return parts.join(' · ')
}
