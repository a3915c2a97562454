/** Effect of driving, work and breaks on the counters of a driver's rules, and the choice of states worth keeping. */
import type { CompiledRules } from '../model/compile-rules.ts'

/** One break of a route. */
export interface Pause {
  /** Before element `gap`; the gap after the last element is before the end. */
  readonly gap: number
  /** At the start of the gap's leg, on the way, or at its end. */
  readonly place: 'before' | 'way' | 'after'
  /** For a break on the way: seconds of the leg driven before it. */
  readonly drivenSeconds: number
  readonly seconds: number
  /** Index of the break by clock; -1 for a break by rule. */
  readonly clock: number
}

/** Possible state at one moment of the route. */
export interface BreakState {
  time: number
  /** Per rule: seconds driven or worked since the last break, and the number of parts of the next break taken. */
  counts: number[]
  parts: number[]
  /** Seconds of breaks that count towards the day's total. */
  rested: number
  /** Number of breaks by clock taken. */
  clock: number
  /** Whether nothing was driven or worked since the last break. */
  isRested: boolean
  /** State before the break that has just ended, and its length: a break that follows at once extends it. */
  begun: { counts: readonly number[]; parts: readonly number[]; seconds: number } | undefined
  /** Continuous time without driving, excluding waits. */
  still: number
  /** Seconds of all breaks of the route. */
  paused: number
  /** Amount by which rules are broken. */
  over: number
  pause: Pause | undefined
  parent: BreakState | undefined
}

/** Mutable copy of the state, linked to the old one when a break follows. */
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

/** Accounts for a break of the given length, but not for its time. Returns false when it changes nothing that counts. */
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
 * Like `rest`, for a break after a wait. A later start can remove the wait and merge this break with the one before, so what follows may
 * rely only on what holds in both cases.
 */
export function restBehindWait(state: BreakState, rules: CompiledRules, seconds: number, totalNeeded: number): void {
  const joined = copyState(state)
  rest(joined, rules, seconds, totalNeeded)
  state.begun = undefined
  rest(state, rules, seconds, totalNeeded)
  state.counts = state.counts.map((count, r) => Math.max(count, joined.counts[r]!))
  state.parts = state.parts.map((part, r) => Math.min(part, joined.parts[r]!))
}

/** Lengths of breaks worth trying: those of the rules, the rest of the day's total, and the time that makes a halt long enough. */
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

/** Removes states that another one dominates; keeps at most the `most` earliest. */
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
