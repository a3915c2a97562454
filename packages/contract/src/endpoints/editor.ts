// The plan editor: moving stops with a preview of the effect, why a stop does not fit, optimizations to compare before they apply.
import Type from 'typebox'
import { SentDispatch } from '../schemas/driver.ts'
import {
  AgainRequest,
  Arrangement,
  EditAnswer,
  InsertRequest,
  LockRequest,
  MergeRequest,
  MoveRequest,
  OtherRoute,
  PinRequest,
  previewQuery,
  ReassignRequest,
  Remedy,
  RestoreRequest,
  SplitRequest,
  StopExplanation,
} from '../schemas/editor.ts'
import { ComparedPlan, DuplicateRequest, EditorState, PlanBoard } from '../schemas/editor-state.ts'
import { id } from '../schemas/fields.ts'
import { ApplyOptions, OptimizationOptions, OptimizationRun } from '../schemas/optimization.ts'
import { Plan } from '../schemas/plan.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'

/** Errors that any edit of orders may return. */
const refusals = [
  'highway.plan.error.changed_meanwhile',
  'highway.plan.error.finished',
  'highway.plan.error.promises_broken',
  'highway.route.error.finished',
  'highway.route.error.stop_not_in_plan',
  'highway.stop.error.already_executed',
  'highway.stop.error.goods_aboard',
  'highway.stop.error.promised',
] as const

export const editorEndpoints = defineEndpoints(
  { tag: 'Editor', auth: 'api_key', visibility: 'internal' },
  {
    getEditorState: get(
      '/app/v1/plan/{plan_id}/editor',
      'What the editor needs beside the plan: revision, pins, figures, origin, latest optimization',
      EditorState,
    ),
    getPlanBoard: get(
      '/app/v1/plan/{plan_id}/board',
      'The plan for the editor: every stop once, without what stops have in common',
      PlanBoard,
    ),
    previewMove: post(
      '/app/v1/plan/{plan_id}/move/preview',
      'See what moving stops would do, before anything is saved',
      EditAnswer,
      { body: MoveRequest, readsOnly: true, errors: refusals },
    ),
    movePlanStops: post('/app/v1/plan/{plan_id}/move', 'Move stops between routes, or off them', EditAnswer, {
      description: 'A broken rule is flagged, never refused. The answer holds what undoes it.',
      body: MoveRequest,
      errors: refusals,
    }),
    arrangePlan: put(
      '/app/v1/plan/{plan_id}/arrangement',
      'Set the exact orders of several routes at once; undoes any edit',
      EditAnswer,
      { query: previewQuery, body: Arrangement, errors: refusals },
    ),
    insertStops: post(
      '/app/v1/plan/{plan_id}/insert',
      'Place late orders where they fit best, without reloading vehicles under way',
      EditAnswer,
      { query: previewQuery, body: InsertRequest, errors: refusals },
    ),
    lockRoutes: put('/app/v1/plan/{plan_id}/locks', 'Lock or open routes', EditAnswer, {
      body: LockRequest,
      errors: refusals,
    }),
    pinStops: put('/app/v1/plan/{plan_id}/pins', 'Pin stops to their route or place, or free them', EditorState, {
      body: PinRequest,
      errors: refusals,
    }),
    restoreRecords: post(
      '/app/v1/plan/{plan_id}/restore',
      'Bring deleted stops and routes of the plan back',
      EditAnswer,
      { body: RestoreRequest, errors: refusals },
    ),
    reverseRoute: post('/app/v1/route/{route_id}/reverse', 'Turn the order of the pending stops round', EditAnswer, {
      query: previewQuery,
      errors: refusals,
    }),
    swapRoutes: post('/app/v1/route/{route_id}/swap', 'Exchange the pending stops of two routes', EditAnswer, {
      query: previewQuery,
      body: OtherRoute,
      errors: refusals,
    }),
    splitRoute: post('/app/v1/route/{route_id}/split', 'Cut a route in two', EditAnswer, {
      query: previewQuery,
      body: SplitRequest,
      errors: [...refusals, 'highway.vehicle.error.disabled', 'highway.route.error.vehicle_already_used'],
    }),
    mergeRoutes: post('/app/v1/route/{route_id}/merge', 'Let the stops of another route join', EditAnswer, {
      query: previewQuery,
      body: MergeRequest,
      errors: [...refusals, 'highway.route.error.locked'],
    }),
    reassignRoute: post(
      '/app/v1/route/{route_id}/reassign',
      'Give the pending stops of a route to others: the van broke down, the driver is ill',
      EditAnswer,
      {
        description:
          'Goods that are aboard stay, unless `hand_over` says where the vehicles meet. What fits nowhere becomes unassigned and says why.',
        query: previewQuery,
        body: ReassignRequest,
        bodyOptional: true,
        errors: refusals,
      },
    ),
    tryStopAgain: post(
      '/app/v1/stop/{stop_id}/again',
      'Have a stop that was not delivered tried again on the same day',
      EditAnswer,
      {
        description:
          'Goods that are aboard stay with their vehicle; those that are back at the depot go out with one that has not left. The report stays.',
        query: previewQuery,
        body: AgainRequest,
        bodyOptional: true,
        errors: [
          ...refusals,
          'highway.stop.error.not_in_plan',
          'highway.stop.error.not_failed',
          'highway.stop.error.returns_to_sender',
          'highway.stop.error.fits_nowhere',
        ],
      },
    ),
    explainStop: get(
      '/app/v1/stop/{stop_id}/why',
      'Why a stop is unassigned or flagged, per vehicle, with remedies',
      StopExplanation,
      { errors: ['highway.stop.error.not_in_plan', 'highway.stop.error.already_executed'] },
    ),
    applyRemedy: post('/app/v1/stop/{stop_id}/remedy', 'Apply a remedy and place the stop', EditAnswer, {
      query: previewQuery,
      body: Remedy,
      errors: [...refusals, 'highway.stop.error.not_in_plan', 'highway.stop.error.remedy_not_applicable'],
    }),
    startOptimization: create(
      '/app/v1/plan/{plan_id}/optimization',
      'Optimize, keeping the result aside until it is applied or discarded',
      OptimizationRun,
      {
        body: OptimizationOptions,
        bodyOptional: true,
        ratePerMinute: 30,
        errors: [
          'highway.optimization.error.sync_optimization_already_progress',
          'highway.optimization.error.plan_finished',
        ],
      },
    ),
    getOptimization: get(
      '/app/v1/plan/{plan_id}/optimization/{run_id}',
      'How a run is doing: cost over time, orders so far, and in the end before and after',
      OptimizationRun,
    ),
    stopOptimization: post(
      '/app/v1/plan/{plan_id}/optimization/{run_id}/stop',
      'End the search now with the best found so far',
      OptimizationRun,
      {
        examples: {
          response: {
            id: '691ef3b00000000000000001',
            plan_id: '691ef3b00000000000000002',
            mode: 'from_scratch',
            hold: true,
            state: 'running',
            status: 'in progress',
            progress: 0.42,
            started_at: '2026-11-23T06:00:00.000Z',
            cost: 41_280,
            unassigned_stops: 0,
            curve: [{ seconds: 1.5, cost: 43_900, unassigned: 0 }],
          },
        },
      },
    ),
    applyOptimization: post(
      '/app/v1/plan/{plan_id}/optimization/{run_id}/apply',
      'Apply a result that was kept aside',
      EditAnswer,
      {
        body: ApplyOptions,
        bodyOptional: true,
        description: 'What changed meanwhile is kept, as with any optimization. The answer holds what undoes it.',
        errors: [
          'highway.optimization.error.not_ready',
          'highway.optimization.error.no_alternative',
          'highway.optimization.error.plan_finished',
          'highway.plan.error.promises_broken',
        ],
      },
    ),
    discardOptimization: remove(
      '/app/v1/plan/{plan_id}/optimization/{run_id}',
      'Discard a result, or cancel the run',
      OptimizationRun,
    ),
    listDispatches: get(
      '/app/v1/plan/{plan_id}/dispatches',
      'What the drivers of a plan were last sent',
      Type.Array(SentDispatch),
      { description: 'Compared with the stops of now it says what changed since.' },
    ),
    duplicatePlan: create('/app/v1/plan/{plan_id}/duplicate', 'Copy the plan as a draft, to ask what if', Plan, {
      body: DuplicateRequest,
      bodyOptional: true,
      errors: ['highway.plan.error.invalid_optimizer_config', 'highway.plan.error.invalid_execution_date'],
    }),
    comparePlans: post(
      '/app/v1/plans/compare',
      'Put plans side by side: money, kilometres, hours, late, unassigned',
      Type.Array(ComparedPlan),
      {
        body: Type.Object({ plan_ids: Type.Array(id(), { minItems: 1, maxItems: 10, uniqueItems: true }) }),
        readsOnly: true,
      },
    ),
  },
)
