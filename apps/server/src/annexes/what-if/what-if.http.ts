// Mounts the operations on days that are tried otherwise than planned.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { sendTable } from '../../frame/http/send-file.ts'
import { chooseLanguage, getCsvStyle } from '../../frame/platform/languages.ts'
import { copyFleetSize, discardFleetSizes, getFleetSizes, listFleetSizes, tryFleetSizes } from './fleet-sizes.ts'
import { askReplay, discardReplay, getReplay, getReplayTable, listReplays } from './replays.ts'
import { askSpreadsheetReplay } from './spreadsheet-replays.ts'

export function mountWhatIfs(app: App): void {
  mountChange(app, 'tryFleetSizes', (scope, { params, body }) => tryFleetSizes(scope, params.plan_id, body ?? {}))
  mountRead(app, 'listFleetSizes', (scope, { params }) => listFleetSizes(scope, params.plan_id))
  mountRead(app, 'getFleetSizes', (scope, { params }) => getFleetSizes(scope, params.fleet_sizes_id))
  mountChange(app, 'copyFleetSize', (scope, { params, body }) => copyFleetSize(scope, params.fleet_sizes_id, body))
  mountChange(app, 'discardFleetSizes', (scope, { params }) => discardFleetSizes(scope, params.fleet_sizes_id))
  mountChange(app, 'replayDays', (scope, { params, body }) => askReplay(scope, params.project_id, body))
  mountChange(app, 'replaySpreadsheet', (scope, { params, body }) =>
    askSpreadsheetReplay(scope, params.project_id, body),
  )
  mountRead(app, 'listReplays', (scope, { params, query }) => listReplays(scope, params.project_id, query.language))
  mountRead(app, 'getReplay', (scope, { params, query }) => getReplay(scope, params.replay_id, query.language))
  mount(app, 'exportReplay', async ({ params, query: { format, language } }, { read, reply }) => {
    const table = await read((scope) => getReplayTable(scope, params.replay_id, language))
    return sendTable(reply, table, format, getCsvStyle(chooseLanguage(language)))
  })
  mountChange(app, 'discardReplay', (scope, { params }) => discardReplay(scope, params.replay_id))
}
