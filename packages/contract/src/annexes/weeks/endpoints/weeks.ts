// Planning whole weeks: the backlog and recurring orders over the coming days.

import { create, defineEndpoints, get, post, remove } from '../../../endpoints/endpoint.ts'
import { WeekDates, WeekPlan, WeekPlanInput } from '../schemas/week.ts'

export const weekEndpoints = defineEndpoints(
  { tag: 'Weeks', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    planWeek: create('/app/v1/project/{project_id}/week_plans', 'Plan the coming days together', WeekPlan, {
      description:
        'Gives the backlog and the recurring orders a day and a vehicle, in the background. Nothing is written before it is applied.',
      body: WeekPlanInput,
      bodyOptional: true,
      ratePerMinute: 30,
      errors: ['highway.week.error.too_large', 'highway.week.error.too_many'],
      examples: { body: { days: 7, stability: 0.5 } },
    }),
    getWeekPlan: get('/app/v1/week_plan/{week_plan_id}', 'Retrieve a week plan', WeekPlan),
    applyWeekPlan: post('/app/v1/week_plan/{week_plan_id}/apply', 'Apply days of a week plan', WeekPlan, {
      description:
        'All or none. Days that exchange stops are applied together, also those that were not named. A day without a plan gets one.',
      body: WeekDates,
      errors: [
        'highway.week.error.not_ready',
        'highway.week.error.changed',
        'highway.plan.error.finished',
        'highway.route.error.finished',
        'highway.stop.error.already_executed',
        'highway.stop.error.promised',
      ],
      examples: { body: { dates: ['2026-11-25'] } },
    }),
    undoWeekPlan: post(
      '/app/v1/week_plan/{week_plan_id}/undo',
      'Take back days of a week plan that were applied',
      WeekPlan,
      {
        description:
          'Stops go back to where they were; a plan that was made for it and holds nothing else is deleted. Days that exchanged stops are taken back together.',
        body: WeekDates,
        errors: ['highway.week.error.not_applied', 'highway.week.error.under_way', 'highway.plan.error.finished'],
        examples: { body: { dates: ['2026-11-25'] } },
      },
    ),
    discardWeekPlan: remove('/app/v1/week_plan/{week_plan_id}', 'Throw a week plan away', WeekPlan, {
      description: 'What was applied stays; a search that runs ends.',
    }),
  },
)
