// Mounts the operations on what a project learns from its own days.
import { type App, mount, mountChange, mountRead } from '../http/mount.ts'
import { sendTable } from '../http/send-file.ts'
import { chooseLanguage, csvStyleOf } from '../platform/languages.ts'
import {
  changeLearned,
  changeLearning,
  exportLearned,
  forgetLearned,
  forgetLearning,
  getLearning,
  listLearned,
  runLearning,
} from './learning.ts'

export function mountLearning(app: App): void {
  mountRead(app, 'getLearning', (scope, { params }) => getLearning(scope, params.project_id))
  mountChange(app, 'changeLearning', (scope, { params, body }) => changeLearning(scope, params.project_id, body))
  mountChange(app, 'runLearning', (scope, { params }) => runLearning(scope, params.project_id))
  mountChange(app, 'forgetLearning', (scope, { params }) => forgetLearning(scope, params.project_id))
  mountRead(app, 'listLearnedTimes', (scope, { query }) => listLearned(scope, query))
  mountChange(app, 'changeLearnedTime', (scope, { params, body }) => changeLearned(scope, params.learned_time_id, body))
  mountChange(app, 'forgetLearnedTime', (scope, { params }) => forgetLearned(scope, params.learned_time_id))
  mount(app, 'exportLearnedTimes', async ({ query }, { read, reply }) => {
    const table = await read((scope) => exportLearned(scope, query.project_id))
    return sendTable(reply, table, 'csv', csvStyleOf(chooseLanguage(query.language)))
  })
}
