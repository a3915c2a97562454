// Figures for a range of days, as records and as a table.
import Type from 'typebox'
import { defineEndpoints, get, getFile } from '../../../endpoints/endpoint.ts'
import { callsPerMinute } from '../../../limits.ts'
import { comparisons } from '../../../period-change.ts'
import { defaulted, oneOf } from '../../../schema.ts'
import { dateOrTimestamp, id } from '../../../schemas/fields.ts'
import { ArrivalPromise, PromiseScores } from '../../../schemas/promises.ts'
import { mostDaysOfHours } from '../../../spent-hours.ts'
import { Analytics } from '../schemas/analytics.ts'
import { SpentHours } from '../schemas/spent-hours.ts'

const span = {
  project_id: Type.Optional(id('All projects in reach when missing.')),
  from_date: dateOrTimestamp('First execution date.'),
  to_date: dateOrTimestamp('Last execution date, at most 366 days later.'),
}

const groupings = ['day', 'week', 'vehicle', 'project', 'driver', 'client', 'area'] as const

export const analyticsEndpoints = defineEndpoints(
  { tag: 'Analytics', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    getAnalytics: get('/app/v1/analytics', 'Figures of a span of days', Analytics, {
      query: Type.Object({
        ...span,
        apart: Type.Optional(oneOf(['driver', 'client', 'area'], { description: 'Also apart by these.' })),
      }),
      ratePerMinute: callsPerMinute.search,
    }),
    exportAnalytics: getFile('/app/v1/analytics/export', 'The same as a table', 'text/csv', {
      query: Type.Object({
        ...span,
        by: defaulted(oneOf(groupings), 'day'),
        format: defaulted(oneOf(['csv', 'xlsx', 'pdf']), 'csv'),
        compare: defaulted(oneOf(comparisons, { description: 'What a PDF is compared with.' }), 'none'),
        language: Type.Optional(Type.String({ maxLength: 35 })),
      }),
      ratePerMinute: 60,
    }),
    getPromiseScores: get(
      '/app/v1/analytics/promises',
      'How windows of arrival that recipients were told came out',
      PromiseScores,
      {
        query: Type.Object(span),
        ratePerMinute: callsPerMinute.search,
      },
    ),
    getSpentHours: get('/app/v1/analytics/hours', 'Where the working hours of a span of days went', SpentHours, {
      query: Type.Object({
        ...span,
        to_date: dateOrTimestamp(`Last execution date; the span has at most ${mostDaysOfHours} days.`),
      }),
      ratePerMinute: callsPerMinute.search,
    }),
    listStopPromises: get(
      '/app/v1/stop/{stop_id}/promises',
      'What the recipient of a stop was told',
      Type.Object({ docs: Type.Array(ArrivalPromise) }),
      { description: 'The last 200 windows, in the order in which they were told.' },
    ),
  },
)
