/**
 * Articles of the law, each checked from its text alone on a day recorded as a list of activities. The numbers are written out here, and
 * nothing is taken from the optimizer's rules. Violations are named by article.
 */

/** An activity as a tachograph records it; `rest` is a break, `ready` is waiting. */
export interface Recorded {
  readonly kind: 'driving' | 'work' | 'ready' | 'rest'
  readonly minutes: number
}

/** Regulation (EC) 561/2006, Article 7: no more than four and a half hours of driving between whole breaks: 45 minutes, or 15 and later 30. */
export function breaksArticle7(day: readonly Recorded[]): boolean {
  const ends = [-1, ...listWholeBreaks(day), day.length]
  return ends.some((end, index) => sum(day.slice(end + 1, ends[index + 1] ?? end + 1), 'driving') > 270)
}

/** Ends of whole breaks: those of 45 minutes, and those of 30 that follow one of 15 since the whole break before. */
function listWholeBreaks(day: readonly Recorded[]): number[] {
  const ends: number[] = []
  const isShortRest = (at: number): boolean => day[at]!.kind === 'rest' && day[at]!.minutes >= 15
  day.forEach(({ kind, minutes }, at) => {
    if (kind !== 'rest') return
    const last = ends.at(-1) ?? -1
    const hasFirstPart = day.some((_, other) => other > last && other < at && isShortRest(other))
    if (minutes >= 45 || (minutes >= 30 && hasFirstPart)) ends.push(at)
  })
  return ends
}

/** Article 6: nine hours of driving a day, or ten when one of the week's two long days is left. */
export function breaksArticle6(day: readonly Recorded[], longDaysLeft: number): boolean {
  const driven = sum(day, 'driving')
  return driven > 600 || (driven > 540 && longDaysLeft < 1)
}

/** Directive 2002/15/EC, Article 5: never six hours of work in a row; 30 minutes of breaks for six to nine hours, 45 for more, in parts of 15. */
export function breaksWorkArticle5(day: readonly Recorded[]): boolean {
  let inRow = 0
  let pauses = 0
  for (const { kind, minutes } of day) {
    if (kind === 'driving' || kind === 'work') inRow += minutes
    if (kind === 'rest' && minutes >= 15) {
      inRow = 0
      pauses += minutes
    }
    if (inRow > 360) return true
  }
  const worked = sum(day, 'driving') + sum(day, 'work')
  return pauses < (worked > 540 ? 45 : worked > 360 ? 30 : 0)
}

/** 49 CFR 395.3(a): 11 hours of driving, none after the 14th hour, none when 8 hours were driven without 30 minutes of something else. */
export function breaksPart395(day: readonly Recorded[]): boolean {
  if (sum(day, 'driving') > 660) return true
  let clock = 0
  let sinceHalt = 0
  let halt = 0
  for (const { kind, minutes } of day) {
    clock += minutes
    if (kind !== 'driving') {
      halt += minutes
      continue
    }
    if (halt >= 30) sinceHalt = 0
    halt = 0
    sinceHalt += minutes
    if (sinceHalt > 480 || clock > 840) return true
  }
  return false
}

function sum(day: readonly Recorded[], wanted: Recorded['kind']): number {
  return day.reduce((total, { kind, minutes }) => total + (kind === wanted ? minutes : 0), 0)
}
