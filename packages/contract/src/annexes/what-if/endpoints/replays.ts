// Past days replayed with other vehicles, hours and depots: from plans, and from spreadsheets.
import Type from 'typebox'
import { create, defineEndpoints, get, getFile, remove } from '../../../endpoints/endpoint.ts'
import { bodyBytes } from '../../../limits.ts'
import { defaulted, oneOf } from '../../../schema.ts'
import { Replay, ReplayInput } from '../schemas/replay.ts'
import { SpreadsheetReplayInput } from '../schemas/spreadsheet-replay.ts'

const language = Type.Optional(Type.String({ description: "Of sentences; the project's by default.", maxLength: 35 }))

export const replayEndpoints = defineEndpoints(
  { tag: 'What if', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    replayDays: create(
      '/app/v1/project/{project_id}/replays',
      'Replay past days with other vehicles, hours or depot',
      Replay,
      {
        description:
          'In the background: each plan of the days as it was driven, against the same stops optimized anew. Both by the same travel times, and driven on 200 days. Nothing of the plans changes.',
        body: ReplayInput,
        ratePerMinute: 10,
        errors: ['highway.trial.error.nothing_to_try', 'highway.trial.error.too_large', 'highway.trial.error.too_many'],
        examples: { body: { from: '2026-11-02', to: '2026-11-15', time_window: [25_200, 57_600] } },
      },
    ),
    replaySpreadsheet: create(
      '/app/v1/project/{project_id}/replays/spreadsheet',
      'Replay days that were driven without plans, from the rows of a spreadsheet',
      Replay,
      {
        description:
          'In the background: each day of the rows in their order, against the same stops optimized anew. Both by the same travel times, and driven on 200 days. Nothing becomes a plan or a stop, and the rows are forgotten once they are replayed.',
        body: SpreadsheetReplayInput,
        maxBodyBytes: bodyBytes.stops,
        ratePerMinute: 10,
        errors: ['highway.trial.error.nothing_to_try', 'highway.trial.error.too_large', 'highway.trial.error.too_many'],
        examples: {
          body: {
            rows: [
              { date: '2026-11-02', vehicle: 'Van 1', done_at: 33_000, lat: 47.1393, lng: 9.5222, duration: 300 },
              { date: '2026-11-02', vehicle: 'Van 1', done_at: 34_500, address: 'Landstrasse 40, 9495 Triesen' },
            ],
            assumed: { depot: { lat: 47.166, lng: 9.51 }, price_per_minute: 0.6, price_per_distance: 0.4 },
            other: { vehicles: -1 },
          },
        },
      },
    ),
    listReplays: get(
      '/app/v1/project/{project_id}/replays',
      'Replays of a project, the latest first',
      Type.Array(Replay),
      {
        description: 'Of plans and of spreadsheets; at most ten, each of which is kept for seven days.',
        query: Type.Object({ language }),
      },
    ),
    getReplay: get('/app/v1/replay/{replay_id}', 'Retrieve a replay', Replay, { query: Type.Object({ language }) }),
    exportReplay: getFile('/app/v1/replay/{replay_id}/export', 'The same as a table', 'text/csv', {
      query: Type.Object({
        format: defaulted(oneOf(['csv', 'xlsx']), 'csv'),
        language,
      }),
      ratePerMinute: 60,
      errors: ['highway.trial.error.not_ready'],
    }),
    discardReplay: remove('/app/v1/replay/{replay_id}', 'Throw a replay away', Replay, {
      description: 'A search that runs ends.',
    }),
  },
)
