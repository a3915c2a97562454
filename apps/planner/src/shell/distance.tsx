// Distances with a word where straight lines are part of them: no roads are known there, so they are estimates.
import { findStraightPart, measureStraight, type StraightFacts } from '@routewright/contract/straight-part'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from './session.ts'

type Figures = StraightFacts & { distance: number }

export function Distance({ of: figures }: { of: Figures }) {
  return useDistanceText()(figures.distance, figures)
}

/** Returns the function that writes a distance, marked where straight lines are part of it. */
export function useDistanceText(): (distance: number, facts: StraightFacts) => string {
  const { t } = useTranslation('shell')
  const formats = useFormats()
  return (distance, facts) => distanceText(distance, facts, formats, t)
}

export function distanceText(distance: number, facts: StraightFacts, formats: Formats, t: TFunction): string {
  return withMark(formats.distance(distance), distance, facts, t)
}

/** Writes a distance where there is no room for words: `≈` marks straight lines. */
export function shortDistanceText(distance: number, facts: StraightFacts, formats: Formats): string {
  const text = formats.distance(distance)
  return findStraightPart(distance, facts) ? `≈\u00a0${text}` : text
}

/** Writes how much longer or shorter a way gets, marked where straight lines are part of the difference. */
export function distanceChangeText(distance: number, facts: StraightFacts, formats: Formats, t: TFunction): string {
  return withMark(formats.distanceChange(distance), distance, facts, t)
}

/** Returns the difference between two distances, and how much of it is straight lines. */
export function computeDistanceChange(before: Figures, after: Figures): Figures {
  return {
    distance: after.distance - before.distance,
    straight_distance: measureStraight(after.distance, after) - measureStraight(before.distance, before),
  }
}

function withMark(text: string, distance: number, facts: StraightFacts, t: TFunction): string {
  const mark = findStraightMark(distance, facts, t)
  return mark ? `${text} ${mark}` : text
}

/** The words behind a distance of which straight lines are a part; undefined for none. */
export function findStraightMark(distance: number, facts: StraightFacts, t: TFunction): string | undefined {
  const part = findStraightPart(distance, facts)
  return part && t(`shell:straight_${part}`)
}
