// Past days with other vehicles, hours and depots.
import Type from 'typebox'
import { defaulted, oneOf } from '../schema.ts'
import { Replay, ReplayInput } from '../schemas/replay.ts'
import { create, defineEndpoints, get, getFile, remove } from './endpoint.ts'

export const replayEndpoints = defineEndpoints(
  { tag: 'What if', auth: 'api_key', visibility: 'internal' },
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
        errors: ['highway.trial.error.nothing_to_try', 'highway.trial.error.too_many'],
        examples: { body: { from: '2026-11-02', to: '2026-11-15', time_window: [25_200, 57_600] } },
      },
    ),
    listReplays: get(
      '/app/v1/project/{project_id}/replays',
      'Replays of a project, the latest first',
      Type.Array(Replay),
      {
        description: 'At most ten; each is kept for seven days.',
      },
    ),
    getReplay: get('/app/v1/replay/{replay_id}', 'Retrieve a replay', Replay),
    exportReplay: getFile('/app/v1/replay/{replay_id}/export', 'The same as a table', 'text/csv', {
      query: Type.Object({
        format: defaulted(oneOf(['csv', 'xlsx']), 'csv'),
        language: Type.Optional(Type.String({ maxLength: 35 })),
      }),
      ratePerMinute: 60,
      errors: ['highway.trial.error.not_ready'],
    }),
    discardReplay: remove('/app/v1/replay/{replay_id}', 'Throw a replay away', Replay, {
      description: 'A search that runs ends.',
    }),
  },
)
