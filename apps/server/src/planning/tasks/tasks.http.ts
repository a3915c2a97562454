// Mounts the operations on tasks.
import { type App, mountChange } from '../../frame/http/mount.ts'
import { createTask, deleteTask, updateTask } from './tasks.ts'

export function mountTasks(app: App): void {
  mountChange(app, 'createTask', (scope, { query, body }) => createTask(scope, query.stop_id, body ?? {}))
  mountChange(app, 'updateTask', (scope, { params, body }) => updateTask(scope, params.task_id, body))
  mountChange(app, 'deleteTask', (scope, { params }) => deleteTask(scope, params.task_id))
}
