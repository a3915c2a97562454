// Mounts the operations on tasks.
import { type App, mount } from '../http/mount.ts'
import { createTask, deleteTask, updateTask } from './tasks.ts'

export function mountTasks(app: App): void {
  mount(app, 'createTask', ({ query, body }, { transaction }) =>
    transaction((scope) => createTask(scope, query.stop_id, body ?? {})),
  )
  mount(app, 'updateTask', ({ params, body }, { transaction }) =>
    transaction((scope) => updateTask(scope, params.task_id, body)),
  )
  mount(app, 'deleteTask', ({ params }, { transaction }) => transaction((scope) => deleteTask(scope, params.task_id)))
}
