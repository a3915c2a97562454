// The figures of a period, each as text, with what it was before and whether it got better or worse.
import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import {
  averageEach,
  type Change,
  changeOfAmount,
  changeOfShare,
  computeShare,
  type Measured,
} from '@routewright/contract/period-change'
import type { Formats } from '@routewright/ui/format'

type Total = AnalyticsFigures

/** One figure of the whole period. */
interface Measure {
  measure(total: Total): Measured
  write(formats: Formats, value: number): string
  /** Shares change by points, amounts by a part of themselves. */
  isShare: boolean
}

const perRoute = (part: 'driven_distance' | 'driven_time' | 'driven_emissions', total: Total): Measured => ({
  value: total[part],
  cases: total.finished_routes,
})

const percent = (formats: Formats, value: number) => formats.percent(value)

/** The measures by the word that names each. */
export const measures = {
  stops: {
    measure: ({ total_stops }) => ({ value: total_stops, cases: total_stops }),
    write: (formats, value) => formats.number(value),
    isShare: false,
  },
  kept: {
    measure: ({ kept_promises, promised_stops }) => computeShare(kept_promises, promised_stops),
    write: percent,
    isShare: true,
  },
  first_attempt: {
    measure: ({ first_attempt_stops, attempted_stops }) => computeShare(first_attempt_stops, attempted_stops),
    write: percent,
    isShare: true,
  },
  cost_per_stop: {
    measure: ({ driven_cost, priced_stops }) => averageEach(driven_cost, priced_stops),
    write: (formats, value) => formats.money(value),
    isShare: false,
  },
  distance_per_stop: {
    measure: ({ driven_distance, completed_stops }) => averageEach(driven_distance, completed_stops),
    write: (formats, value) => formats.distance(value),
    isShare: false,
  },
  distance: {
    measure: (total) => perRoute('driven_distance', total),
    write: (formats, value) => formats.distance(value),
    isShare: false,
  },
  time: {
    measure: (total) => perRoute('driven_time', total),
    write: (formats, value) => formats.duration(value),
    isShare: false,
  },
  co2e: {
    measure: (total) => perRoute('driven_emissions', total),
    write: (formats, value) => formats.weight(value),
    isShare: false,
  },
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

/** The figure as text; a dash where nothing was measured. */
export function writeFigure(name: MeasureName, total: Total, formats: Formats): string {
  const { measure, write } = measures[name]
  const { value, cases } = measure(total)
  return cases === 0 ? '–' : write(formats, value)
}

/** Writes the figure of the other period; undefined where either rests on too few cases. */
export function writeBefore(name: MeasureName, now: Total, before: Total, formats: Formats): string | undefined {
  return compareFigure(name, now, before).kind === 'few' ? undefined : writeFigure(name, before, formats)
}

function compareFigure(name: MeasureName, now: Total, before: Total): Change {
  const { measure, isShare } = measures[name]
  return (isShare ? changeOfShare : changeOfAmount)(measure(now), measure(before))
}

/** Figures that can get worse, and how; the others tell only how much work there was. */
const judged: readonly (readonly [name: MeasureName, worse: 'less' | 'more'])[] = [
  ['kept', 'less'],
  ['first_attempt', 'less'],
  ['cost_per_stop', 'more'],
  ['distance_per_stop', 'more'],
]

/** Smaller changes are chance, or not worth a line: points of a share, percent of an amount. */
const LEAST_WORSE = 2
const MOST_NAMED = 3

/** The figures that got worse, the worst first. */
export function listWorse({ total: now }: Analytics, { total: before }: Analytics): MeasureName[] {
  return judged
    .map(([name, worse]) => ({
      name,
      by: worse === 'less' ? -changedBy(name, now, before) : changedBy(name, now, before),
    }))
    .filter(({ by }) => by >= LEAST_WORSE)
    .sort((a, b) => b.by - a.by)
    .slice(0, MOST_NAMED)
    .map(({ name }) => name)
}

/** Points of a share, or percent of an amount; 0 where it rests on too few cases. */
function changedBy(name: MeasureName, now: Total, before: Total): number {
  const change = compareFigure(name, now, before)
  if (change.kind === 'few') return 0
  return change.kind === 'points' ? change.value : change.value * 100
}
