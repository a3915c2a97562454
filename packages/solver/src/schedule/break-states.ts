/** What driving, work and breaks make of the counters of a driver's rules, and which states are worth keeping. */
import type { CompiledRules } from '../model/compile-rules.ts'

/** One break of a route. */
export interface Pause {
  /** Before element `gap`; behind the last one before the end. */
  readonly gap: number
  /** Where the leg of the gap begins, on it, or where it ends. */
  readonly place: 'before' | 'way' | 'after'
  /** Seconds of the leg driven before it, for one on the way. */
  readonly drivenSeconds: number
  readonly seconds: number
  /** Number of the break by clock that it is; -1 for one by rule. */
  readonly clock: number
}

/** How things can stand at one moment of the route. */
export interface BreakState {
  time: number
  /** Per rule: what was driven or worked since the last break, and how many parts of the next were taken. */
  counts: number[]
  parts: number[]
  /** Breaks of the day that count towards its total. */
  rested: number
  /** Breaks by clock taken, from the first of all on. */
  clock: number
  /** Nothing was driven or worked since the last break. */
  isRested: boolean
  /** How things stood before the break that has just ended, and how long it was: one that follows at once makes it longer. */
  begun: { counts: readonly number[]; parts: readonly number[]; seconds: number } | undefined
  /** Time in one piece in which nothing was driven, waits left out. */
  still: number
  /** All breaks of the route. */
  paused: number
  /** By how much rules are broken. */
  over: number
  pause: Pause | undefined
  parent: BreakState | undefined
}

/** The same state, free to be changed, with the old one behind it when a break follows. */
export function copyState(state: BreakState, pause?: Pause): BreakState {
  const isPause = pause !== undefined
  return {
    ...state,
    counts: state.counts.slice(),
    parts: state.parts.slice(),
    pause: isPause ? pause : state.pause,
    parent: isPause ? state : state.parent,
  }
}

/** Takes a break of so many seconds into account, but not its time. False when it changes nothing that counts. */
export function rest(state: BreakState, rules: CompiledRules, seconds: number, totalNeeded: number): boolean {
  let isUseful = false
  const { begun } = state
  state.begun = {
    counts: begun?.counts ?? state.counts.slice(),
    parts: begun?.parts ?? state.parts.slice(),
    seconds: (begun?.seconds ?? 0) + seconds,
  }
  if (begun) {
    state.counts = begun.counts.slice()
    state.parts = begun.parts.slice()
  }
  const whole = state.begun.seconds
  rules.breaks.forEach((rule, r) => {
    const length = rule.isAnyHalt ? state.still + seconds : whole
    let part = state.parts[r]!
    if (length >= rule.breakSeconds) part = rule.partSeconds.length
    else if (!rule.isAnyHalt && part < rule.partSeconds.length && whole >= rule.partSeconds[part]!) part++
    else return
    const isWhole = part >= rule.partSeconds.length
    if (state.counts[r] !== 0 || (!isWhole && part !== state.parts[r])) isUseful = true
    if (isWhole) state.counts[r] = 0
    state.parts[r] = isWhole ? 0 : part
  })
  const least = rules.totals[0]?.leastPartSeconds ?? 0
  if (rules.totals.length > 0 && seconds >= least && state.rested < totalNeeded) {
    state.rested = Math.min(totalNeeded, state.rested + seconds)
    isUseful = true
  }
  state.still += seconds
  state.paused += seconds
  state.isRested = true
  return isUseful
}

/**
 * As `rest`, for a break behind a wait. A later start can take the wait away and make one break of this and the one before: what follows may
 * rely only on what holds both ways.
 */
export function restBehindWait(state: BreakState, rules: CompiledRules, seconds: number, totalNeeded: number): void {
  const joined = copyState(state)
  rest(joined, rules, seconds, totalNeeded)
  state.begun = undefined
  rest(state, rules, seconds, totalNeeded)
  state.counts = state.counts.map((count, r) => Math.max(count, joined.counts[r]!))
  state.parts = state.parts.map((part, r) => Math.min(part, joined.parts[r]!))
}

/** Lengths of breaks worth a try: those of the rules, what is missing from the day's total, what makes a halt long enough. */
export function listLengths(state: BreakState, rules: CompiledRules, totalNeeded: number, upcoming: number): number[] {
  const lengths = [...rules.lengths]
  const missing = totalNeeded - state.rested
  if (rules.totals.length > 0 && missing >= rules.totals[0]!.leastPartSeconds) lengths.push(missing)
  for (const rule of rules.breaks) {
    if (!rule.isAnyHalt) continue
    lengths.push(rule.breakSeconds - state.still, rule.breakSeconds - state.still - upcoming)
  }
  return [...new Set(lengths)].filter((seconds) => seconds > 0)
}

/** Leaves out states that another one is at least as good as in everything; at most `most` of the earliest stay. */
export function keepBest(states: BreakState[], most: number): BreakState[] {
  if (states.length < 2) return states
  states.sort((a, b) => a.over - b.over || a.time - b.time || a.paused - b.paused)
  const kept: BreakState[] = []
  for (const state of states) {
    if (kept.length < most && !kept.some((better) => isAsGood(better, state))) kept.push(state)
  }
  return kept
}

function isAsGood(a: BreakState, b: BreakState): boolean {
  if (a.over > b.over || a.time > b.time || a.clock !== b.clock || a.rested < b.rested || a.still < b.still)
    return false
  if (a.isRested && !b.isRested) return false
  for (let r = 0; r < a.counts.length; r++) {
    if (a.counts[r]! > b.counts[r]! || a.parts[r]! < b.parts[r]!) return false
  }
  return true
}
