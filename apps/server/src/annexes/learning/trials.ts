// Tests learned values on left-out days: a fifth of them at a time, predicted from the others.

/** Sums of what was wrong, in seconds: with what was there before, and with what was learned. */
export interface Trial {
  visits: number
  given: number
  learned: number
}

const FOLDS = 5
/** An improvement by less than a fiftieth does not count. */
const BETTER = 0.98

interface OfDay {
  readonly day: string
}

interface Fold<Item> {
  known: Item[]
  leftOut: Item[]
}

/** `days` in order, each once: every item is left out once, with all of its day. O(items) for each fold. */
export function daysLeftOut<Item extends OfDay>(items: readonly Item[], days: readonly string[]): Fold<Item>[] {
  const foldOf = new Map(days.map((day, index) => [day, index % FOLDS]))
  return Array.from({ length: Math.min(FOLDS, days.length) }, (_, fold) => {
    const isLeftOut = ({ day }: Item) => foldOf.get(day) === fold
    return { known: items.filter((item) => !isLeftOut(item)), leftOut: items.filter(isLeftOut) }
  })
}

/** The days of items, in order. */
export function listDays(items: readonly OfDay[]): string[] {
  return [...new Set(items.map(({ day }) => day))].sort()
}

export function newTrial(): Trial {
  return { visits: 0, given: 0, learned: 0 }
}

/** That of a name, begun where there is none yet. */
export function getTrial(trials: Map<string, Trial>, name: string): Trial {
  const trial = trials.get(name) ?? newTrial()
  trials.set(name, trial)
  return trial
}

/** All in seconds: what it took, and what was expected before and with what was learned. */
export function countTrial(trial: Trial, seconds: number, given: number, learned: number): void {
  trial.visits++
  trial.given += Math.abs(seconds - given)
  trial.learned += Math.abs(seconds - learned)
}

/** Whether what was learned was better; no visits at all are no evidence. */
export function isBetter({ visits, given, learned }: Trial): boolean {
  return visits > 0 && learned < BETTER * given
}

/** Mean errors in whole seconds, as rows store them; undefined without visits. */
export function meanErrors({ visits, given, learned }: Trial) {
  if (visits === 0) return undefined
  return { given_error: Math.round(given / visits), learned_error: Math.round(learned / visits) }
}
