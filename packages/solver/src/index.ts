/** Public API of the optimizer: problem and solution types, solving, checking, and questions about a plan. */

export {
  evaluate,
  explain,
  type InsertionOption,
  listReasons,
  type Obstacle,
  rankInsertions,
} from './answer/explain.ts'
export { keepNames } from './answer/keep-names.ts'
export { withAreas } from './areas/areas.ts'
export { withFamiliarDrivers } from './areas/familiar.ts'
export { withKeptVehicles } from './areas/kept-vehicles.ts'
export { priceWithoutWishes } from './areas/wish-prices.ts'
export type { Battery, ChargePiece, ChargingPlace } from './battery.ts'
export { check } from './check/check.ts'
export { recordActivities } from './check/check-driving.ts'
export { checkPeriods } from './check/check-periods.ts'
export { type BreakReason, explainBreaks } from './driving/break-reasons.ts'
export { type EarlierRoute, rulesBehind } from './driving/earlier-routes.ts'
export { type DrivingLeft, withLeft } from './driving/left.ts'
export {
  type DrivenBefore,
  euDriving,
  euDrivingAndWork,
  euWork,
  type LawChoice,
  longDaySeconds,
  longDaysLeftBy,
  plainRule,
  rulesOfLaw,
  usDriving,
} from './driving/presets.ts'
export { type DrivingActivity, rulesAfter } from './driving/record.ts'
export type { BreakRule, BreakTotal, DrivingLimit, DrivingRules } from './driving-rules.ts'
export { useFactorAt, usualReserveShare, usualWhPerKm, usualWhPerKmOf100Kg } from './energy/presets.ts'
export { leastSeconds } from './hours/read-hours.ts'
export { computeRange, isShortEnough, type Matrix, makeMatrix, mostOfShort, packMatrix } from './matrix.ts'
export { type ParallelOptions, solveParallel } from './parallel/solve-parallel.ts'
export { solveSoon } from './parallel/solve-soon.ts'
export { type PeriodicResult, solvePeriods, solvePeriodsHere } from './periods/solve-periods.ts'
export { type PlayedRoute, type PlayedStop, playPlan, type Quantiles, sumUpPlayed } from './play/play.ts'
export {
  areApart,
  type Break,
  type BreakShare,
  getDropCosts,
  getRequiredPenalty,
  getServiceSeconds,
  isBreakDue,
  type Kinds,
  type PeriodicProblem,
  type Problem,
  type ProblemOptions,
  type Reload,
  type SlackWish,
  type Stop,
  type TimeWindow,
  type TravelHours,
  type TravelProfile,
  type Vehicle,
  type VehicleCost,
} from './problem.ts'
export {
  type Difference,
  type ExplainPlanOptions,
  explainPlan,
  type PlanChange,
  type PlanReasons,
  type RouteLimit,
} from './reasons/explain-plan.ts'
export type { PlanSaving } from './reasons/savings.ts'
export {
  type CostParts,
  type PeriodicSolution,
  type Route,
  type Solution,
  type Step,
  type StepKind,
  type Unassigned,
  type UnassignedReason,
  unassignedReasons,
  type Violation,
  type ViolationCode,
  violationCodes,
} from './solution.ts'
export {
  type Progress,
  requireValid,
  type SearchKind,
  type SolveOptions,
  type SolveResult,
  solve,
  timeOrders,
  usualWaitPrice,
  worthwhileSeconds,
} from './solve.ts'
export { type Spreads, usualSpreads } from './spreads.ts'
export { solveWide, type WideOptions } from './wide/solve-wide.ts'
export type { PlanePoints, PlaneTravel, WideProblem } from './wide-problem.ts'
