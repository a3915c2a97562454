/** Laws on driving and working time as data. They help with planning and are no legal advice. */
import type { BreakRule, BreakTotal, DrivingLimit, DrivingRules } from '../driving-rules.ts'

/** Driving and work before the route, from the tachograph, the log or the driver. Everything defaults to 0 or "long ago". */
export interface DrivenBefore {
  /** Driving since the last whole break, and since the last halt of 30 minutes in the United States. */
  drivingSinceBreakSeconds?: number
  /** Work, driving included, since the last break. */
  workSinceBreakSeconds?: number
  /** Whether the first part of a divided break was taken since the last whole one. */
  isFirstPartTaken?: boolean
  drivingTodaySeconds?: number
  workTodaySeconds?: number
  breaksTodaySeconds?: number
  /** From the beginning of the day's work to the start of the route. */
  dutyTodaySeconds?: number
  drivingThisWeekSeconds?: number
  /** Driving in the previous week. */
  drivingLastWeekSeconds?: number
  /** Work in this week; in the United States, in the 7 days before today. */
  workThisWeekSeconds?: number
  /** Days of this week on which 10 instead of 9 hours may still be driven. */
  longDaysLeft?: number
  /** When the last work ended, in seconds of the day planned; negative for the day before. */
  dutyEndedSeconds?: number
}

const minute = 60
const hour = 3600

/** Daily driving limit, and the extended limit of some days (Regulation (EC) No 561/2006, Article 6), in seconds. */
export const usualDaySeconds = 9 * hour
export const longDaySeconds = 10 * hour

/** The law to apply; `plain` has its own limits in seconds, and defaults for those left out. */
export interface LawChoice {
  law: 'eu' | 'us' | 'plain'
  counts?: BreakRule['counts'] | undefined
  after?: number | undefined
  duration?: number | undefined
}

export function rulesOfLaw({ law, counts, after, duration }: LawChoice, before: DrivenBefore = {}): DrivingRules {
  switch (law) {
    case 'eu':
      return euDrivingAndWork(before)
    case 'us':
      return usDriving(before)
    case 'plain':
      return plainRule(counts ?? 'driving', after ?? 4.5 * hour, duration ?? 45 * minute, before)
  }
}

/** Value of `DrivenBefore.longDaysLeft` for a log that reports only the driving left today: more than a usual day means a long one. */
export function longDaysLeftBy(drivingLeftSeconds = 0): number {
  return drivingLeftSeconds > usualDaySeconds ? 1 : 0
}

/** Regulation (EC) No 561/2006, Articles 6 to 8: breaks, driving of a day, a week and two weeks, regular daily rest. */
export function euDriving(before: DrivenBefore = {}): DrivingRules {
  const {
    drivingTodaySeconds = 0,
    drivingThisWeekSeconds = 0,
    drivingLastWeekSeconds = 0,
    dutyTodaySeconds = 0,
  } = before
  const day = (before.longDaysLeft ?? 0) > 0 ? longDaySeconds : usualDaySeconds
  const limits: DrivingLimit[] = [
    { counts: 'driving', seconds: day, spentSeconds: drivingTodaySeconds },
    { counts: 'driving', seconds: 56 * hour, spentSeconds: drivingThisWeekSeconds },
    { counts: 'driving', seconds: 90 * hour, spentSeconds: drivingThisWeekSeconds + drivingLastWeekSeconds },
    // Within 24 hours a rest of 11 must be completed.
    { counts: 'span', seconds: 13 * hour, spentSeconds: dutyTodaySeconds },
  ]
  return { breaks: [euBreak(before)], limits, ...computeRest(11 * hour, before) }
}

/** Regulation (EC) No 561/2006 together with Directive 2002/15/EC, Articles 4 and 5: six hours, the breaks of a day, sixty hours a week. */
export function euDrivingAndWork(before: DrivenBefore = {}): DrivingRules {
  const driving = euDriving(before)
  const work = euWork(before)
  return {
    ...driving,
    breaks: [...driving.breaks!, ...work.breaks!],
    breakTotals: work.breakTotals!,
    limits: [...driving.limits!, ...work.limits!],
  }
}

/** Directive 2002/15/EC alone. */
export function euWork(before: DrivenBefore = {}): DrivingRules {
  const { workSinceBreakSeconds = 0, workTodaySeconds = 0, breaksTodaySeconds = 0, workThisWeekSeconds = 0 } = before
  const six: BreakRule = {
    counts: 'work',
    afterSeconds: 6 * hour,
    breakSeconds: 15 * minute,
    spentSeconds: workSinceBreakSeconds,
  }
  const total = (over: number, minutes: number): BreakTotal => ({
    overWorkSeconds: over * hour,
    totalSeconds: minutes * minute,
    leastPartSeconds: 15 * minute,
    spentSeconds: workTodaySeconds,
    takenSeconds: breaksTodaySeconds,
  })
  return {
    breaks: [six],
    breakTotals: [total(6, 30), total(9, 45)],
    limits: [{ counts: 'work', seconds: 60 * hour, spentSeconds: workThisWeekSeconds }],
  }
}

/** 49 CFR 395.3, property-carrying vehicles: 11 hours in a window of 14, a halt of 30 minutes after 8, 60 hours on duty in 7 days, 10 hours off duty. */
export function usDriving(before: DrivenBefore = {}): DrivingRules {
  const {
    drivingSinceBreakSeconds = 0,
    drivingTodaySeconds = 0,
    dutyTodaySeconds = 0,
    workThisWeekSeconds = 0,
  } = before
  const halt: BreakRule = {
    counts: 'driving',
    afterSeconds: 8 * hour,
    breakSeconds: 30 * minute,
    isAnyHalt: true,
    spentSeconds: drivingSinceBreakSeconds,
  }
  const limits: DrivingLimit[] = [
    { counts: 'driving', seconds: 11 * hour, spentSeconds: drivingTodaySeconds },
    { counts: 'span', seconds: 14 * hour, spentSeconds: dutyTodaySeconds },
    { counts: 'work', seconds: 60 * hour, spentSeconds: workThisWeekSeconds, isWaitWork: true },
  ]
  return { breaks: [halt], limits, ...computeRest(10 * hour, before) }
}

/** After this much driving or work, a break of this length is required. */
export function plainRule(
  counts: BreakRule['counts'],
  afterSeconds: number,
  breakSeconds: number,
  before: DrivenBefore = {},
): DrivingRules {
  const spent = counts === 'driving' ? before.drivingSinceBreakSeconds : before.workSinceBreakSeconds
  return { breaks: [{ counts, afterSeconds, breakSeconds, spentSeconds: spent ?? 0 }] }
}

function euBreak({ drivingSinceBreakSeconds = 0, isFirstPartTaken = false }: DrivenBefore): BreakRule {
  return {
    counts: 'driving',
    afterSeconds: 4.5 * hour,
    breakSeconds: 45 * minute,
    partSeconds: [15 * minute, 30 * minute],
    spentSeconds: drivingSinceBreakSeconds,
    partsTaken: isFirstPartTaken ? 1 : 0,
  }
}

function computeRest(seconds: number, { dutyEndedSeconds }: DrivenBefore): Pick<DrivingRules, 'restUntilSeconds'> {
  return dutyEndedSeconds === undefined ? {} : { restUntilSeconds: dutyEndedSeconds + seconds }
}
