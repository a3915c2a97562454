// Mounts the operations on what a project learns from its own days.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { sendTable } from '../../frame/http/send-file.ts'
import { chooseLanguage, getCsvStyle } from '../../frame/platform/languages.ts'
import { changePlace, exportPlaces, forgetPlace, listPlaces } from './learned-places.ts'
import {
  changeLearned,
  changeLearning,
  exportBreaks,
  exportLearned,
  forgetLearned,
  forgetLearning,
  getLearning,
  listLearned,
  runLearning,
} from './learning.ts'
import { changePace, exportPaces, forgetPace, listPaces } from './paces.ts'
import { getDayPace } from './running-days.ts'

export function mountLearning(app: App): void {
  mountRead(app, 'getLearning', (scope, { params }) => getLearning(scope, params.project_id))
  mountChange(app, 'changeLearning', (scope, { params, body }) => changeLearning(scope, params.project_id, body))
  mountChange(app, 'runLearning', (scope, { params }) => runLearning(scope, params.project_id))
  mountChange(app, 'forgetLearning', (scope, { params }) => forgetLearning(scope, params.project_id))
  mountRead(app, 'getDayPace', (scope, { params, query }) => getDayPace(scope, params.project_id, query.day))
  mountRead(app, 'listLearnedTimes', (scope, { query }) => listLearned(scope, query))
  mountChange(app, 'changeLearnedTime', (scope, { params, body }) => changeLearned(scope, params.learned_time_id, body))
  mountChange(app, 'forgetLearnedTime', (scope, { params }) => forgetLearned(scope, params.learned_time_id))
  mount(app, 'exportLearnedTimes', async ({ query }, { read, reply }) => {
    const table = await read((scope) => exportLearned(scope, query.project_id))
    return sendTable(reply, table, 'csv', getCsvStyle(chooseLanguage(query.language)))
  })
  mountRead(app, 'listLearnedPaces', (scope, { query }) => listPaces(scope, query.project_id))
  mountChange(app, 'changeLearnedPace', (scope, { params, body }) => changePace(scope, params.learned_pace_id, body))
  mountChange(app, 'forgetLearnedPace', (scope, { params }) => forgetPace(scope, params.learned_pace_id))
  mount(app, 'exportLearnedPaces', async ({ query }, { read, reply }) => {
    const table = await read((scope) => exportPaces(scope, query.project_id))
    return sendTable(reply, table, 'csv', getCsvStyle(chooseLanguage(query.language)))
  })
  mount(app, 'exportLearnedBreaks', async ({ query }, { read, reply }) => {
    const table = await read((scope) => exportBreaks(scope, query.project_id))
    return sendTable(reply, table, 'csv', getCsvStyle(chooseLanguage(query.language)))
  })
  mountRead(app, 'listLearnedPlaces', (scope, { query }) => listPlaces(scope, query))
  mountChange(app, 'changeLearnedPlace', (scope, { params, body }) => changePlace(scope, params.learned_place_id, body))
  mountChange(app, 'forgetLearnedPlace', (scope, { params }) => forgetPlace(scope, params.learned_place_id))
  mount(app, 'exportLearnedPlaces', async ({ query }, { read, reply }) => {
    const table = await read((scope) => exportPlaces(scope, query.project_id))
    return sendTable(reply, table, 'csv', getCsvStyle(chooseLanguage(query.language)))
  })
}
