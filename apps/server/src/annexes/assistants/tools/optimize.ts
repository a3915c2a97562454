// Tools that optimize: what if a plan were other, tried on a copy, and a better plan that waits to be applied.

import { setTimeout as wait } from 'node:timers/promises'
import { type OptimizationRun, optimizationModes } from '@routewright/contract'
import type { Static } from 'typebox'
import Type from 'typebox'
import { differences, figures, nameOfStop } from '../figures.ts'
import { id, ids, oneOf, planId, readWindow, timeWindow } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { viewPlan } from '../plan-view.ts'
import { quote, quoteName } from '../quoted.ts'
import { ToolRefusal, tool } from '../tool.ts'
import { newStop, readStops } from './new-stops.ts'

const mode = () =>
  Type.Optional(
    oneOf(
      optimizationModes,
      'from_scratch: everything anew (default). keep_assignment: stops keep their routes. insert_only: only unassigned stops are placed.',
    ),
  )
const seconds = () =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'Seconds to search; 5 by default.' }))

/** A worker may have other plans before this one. */
const PATIENCE_SECONDS = 30

type Run = Static<typeof OptimizationRun>

/** Returns the run once it has ended, or its present state after the longest wait. */
async function waitForRun(call: Call, plan_id: string, run_id: string, searchSeconds: number): Promise<Run> {
  const end = Date.now() + (searchSeconds + PATIENCE_SECONDS) * 1_000
  for (;;) {
    const run = await call('getOptimization', { params: { plan_id, run_id } })
    if (run.state !== 'running' || Date.now() > end) return run
    await wait(300)
  }
}

const whatIfInput = Type.Object({
  plan_id: planId(),
  leave_out_routes: Type.Optional(ids('Routes that are not there: fewer vehicles.', 100)),
  working_hours: Type.Optional(timeWindow()),
  add_stops: Type.Optional(
    Type.Array(newStop(), { minItems: 1, maxItems: 50, description: 'Orders that come on top.' }),
  ),
  allow_late: Type.Optional(Type.Boolean({ description: 'Late stops are placed and flagged instead of left out.' })),
  mode: mode(),
  seconds: seconds(),
  keep: Type.Optional(
    Type.Boolean({ description: 'Keep the copy as a draft, to look at in the planner; false by default.' }),
  ),
})

export const whatIf = tool({
  name: 'what_if',
  title: 'What if',
  description:
    'Tries a plan otherwise: with fewer vehicles, other working hours, further orders, lateness allowed. A copy is optimized, compared with the plan, and deleted again unless keep is set. The plan itself stays as it is.',
  kind: 'changes',
  looks: ['getPlanBoard', 'getProject', 'locateAddresses', 'getOptimization', 'comparePlans'],
  changes: ['duplicatePlan', 'createStops', 'startOptimization', 'discardOptimization', 'deletePlan'],
  input: whatIfInput,
  async run(input, { call }) {
    const view = await viewPlan(call, input.plan_id)
    const added = input.add_stops ? await readStops(call, view.project.id, input.add_stops) : undefined
    const hours = input.working_hours && readWindow(input.working_hours, 'working_hours')
    const config =
      input.allow_late === undefined ? undefined : { ...view.plan.optimizer_config, allow_late: input.allow_late }
    const copy = await call('duplicatePlan', {
      params: { plan_id: input.plan_id },
      body: {
        label: `What if: ${view.plan.label ?? view.plan.execution_date.slice(0, 10)}`.slice(0, 200),
        ...(input.leave_out_routes ? { leave_out_routes: input.leave_out_routes } : {}),
        ...(hours ? { time_window: hours } : {}),
        ...(config ? { optimizer_config: config } : {}),
      },
    })
    let isKept = false
    try {
      if (added) await call('createStops', { query: { plan_id: copy.id }, body: added.stops })
      const answer = await tryCopy(call, input, copy.id)
      isKept = input.keep === true
      return {
        ...answer,
        ...(added && added.not_found.length > 0 ? { without_a_place: added.not_found } : {}),
        ...(isKept ? { copy_plan_id: copy.id } : { copy: 'deleted again' }),
      }
    } finally {
      if (!isKept) await call('deletePlan', { params: { id: copy.id } })
    }
  },
})

async function tryCopy(call: Call, input: Static<typeof whatIfInput>, copyId: string) {
  const { seconds: searchSeconds = 5, mode: how } = input
  const { id: run_id } = await call('startOptimization', {
    params: { plan_id: copyId },
    body: { hold: false, config: { time_limit_seconds: searchSeconds }, ...(how ? { mode: how } : {}) },
  })
  const run = await waitForRun(call, copyId, run_id, searchSeconds)
  if (run.state !== 'applied') {
    if (run.state === 'running') await call('discardOptimization', { params: { plan_id: copyId, run_id } })
    throw new ToolRefusal(
      `The copy could not be optimized: ${run.error?.message ?? 'it took too long; try again later'}`,
      run.error?.message_id ?? 'failed',
    )
  }
  const [before, after] = await call('comparePlans', { body: { plan_ids: [input.plan_id, copyId] } })
  const [now, then] = [figures(before!.figures), figures(after!.figures)]
  const then_view = await viewPlan(call, copyId)
  return {
    plan_now: now,
    what_if: then,
    difference: differences(now, then),
    unassigned_then: then_view.unassigned.slice(0, 20).map((stop) => ({
      stop: nameOfStop(stop),
      because: stop.optimization_warnings.map(({ code }) => code).join(', '),
    })),
  }
}

export const proposeOptimization = tool({
  name: 'propose_optimization',
  title: 'Propose a better plan',
  description:
    'Optimizes a plan and keeps the result aside: before and after, and a token with which apply puts it into force. If it takes long, call again with run_id. Who optimizes in the planner meanwhile has to wait.',
  kind: 'proposes',
  looks: ['getOptimization', 'getEditorState', 'getPlanBoard', 'getProject'],
  changes: ['startOptimization'],
  input: Type.Object({
    plan_id: planId(),
    run_id: Type.Optional(id('Of a run that this tool began and that was not ready.')),
    mode: mode(),
    seconds: seconds(),
    balance: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: '0: cheapest, 1: most even.' })),
  }),
  async run({ plan_id, mode: how, balance, seconds: searchSeconds = 5, ...input }, { call, propose }) {
    const view = await viewPlan(call, plan_id)
    const { revision } = await call('getEditorState', { params: { plan_id } })
    const started = input.run_id ?? (await start(call, plan_id, { searchSeconds, mode: how, balance }))
    const run = await waitForRun(call, plan_id, started, searchSeconds)
    if (run.state === 'running') return { run_id: run.id, still_running: true, next: 'Call again with this run_id.' }
    if (run.state !== 'ready' || !run.comparison) {
      throw new ToolRefusal(
        `The run is ${run.state}: ${run.error?.message ?? 'begin a new one'}`,
        run.error?.message_id,
      )
    }
    const { before, after, moved_stops, unassigned } = run.comparison
    const [now, then] = [figures(before), figures(after)]
    const summary = `Put the optimized routes of plan ${quoteName(view.plan.label) ?? plan_id} into force`
    const made = {
      operationId: 'applyOptimization' as const,
      params: { plan_id, run_id: run.id },
      seen: [{ id: plan_id, revision }],
    }
    return {
      ...(await propose({ summary, calls: [made] })),
      run_id: run.id,
      before: now,
      after: then,
      difference: differences(now, then),
      stops_that_change_their_route: moved_stops,
      unassigned_then: unassigned.slice(0, 20).map(({ stop_id, warnings }) => ({
        stop: nameOfStop(view.stops.get(stop_id) ?? { id: stop_id }),
        because: quote(warnings[0]?.message),
      })),
      if_not_applied: 'The result waits in the planner, where it can be applied or discarded.',
    }
  },
})

interface Search {
  searchSeconds: number
  mode?: (typeof optimizationModes)[number]
  balance?: number
}

async function start(call: Call, plan_id: string, { searchSeconds, mode: how, balance }: Search): Promise<string> {
  const body = {
    hold: true,
    config: { time_limit_seconds: searchSeconds },
    ...(how ? { mode: how } : {}),
    ...(balance === undefined ? {} : { balance }),
  }
  return (await call('startOptimization', { params: { plan_id }, body })).id
}
