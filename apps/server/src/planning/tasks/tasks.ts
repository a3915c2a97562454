// The rules of tasks: they belong to a stop, and change status by a report, or by hand while the stop is pending.
import { isDeepStrictEqual } from 'node:util'
import type { TaskStatus } from '@routewright/contract'
import { changedValues, emptyRow, mapById, sentValues, settableNames } from '../../data/records.ts'
import { taskResource } from '../../data/resources/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { updateStopRows } from '../../data/stops.sql.ts'
import { type TaskRow, taskTable } from '../../data/task-table.ts'
import { deleteTaskRows, findTaskRow, insertTaskRows, listTasksOfStops, updateTaskRow } from '../../data/tasks.sql.ts'
import type { JsonObject } from '../../data/values.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { setTaskStatus } from '../lifecycle/lifecycle.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'

export interface TaskFields {
  label?: string | null
  comments?: string | null
  barcode?: string | null
  custom_fields?: JsonObject | null
  status?: TaskStatus
}

/** The row of a new task, pending unless its status was sent; nothing is written. */
export function newTask(scope: Scope, stopId: string, input: TaskFields, position: number): TaskRow {
  return {
    ...emptyRow(taskTable),
    ...sentValues(taskTable, input),
    id: createId(scope.now),
    organization_id: scope.organizationId,
    stop_id: stopId,
    created_by: scope.userId ?? null,
    position,
    status: input.status ?? 'pending',
    created_at: scope.now,
    updated_at: scope.now,
  }
}

/**
 * POST /v2/task: attaches a task to a pending stop.
 * Throws 404 for the stop, highway.stop.error.already_executed.
 */
export async function createTask(scope: Scope, stopId: string, input: TaskFields) {
  const stop = (await lockStops(scope, [stopId]))[0]!
  if (stop.status !== 'pending') {
    throw apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
  }
  const present = await listTasksOfStops(scope, [stop.id])
  const task = newTask(scope, stop.id, input, (present.at(-1)?.position ?? -1) + 1)
  await insertTaskRows(scope, [task])
  await updateStopRows(scope, [stop.id], {})
  return taskResource(task)
}

/**
 * PUT /v2/task/{task_id}: changes the fields sent. Throws 404, or highway.task.error.stop_already_executed when the
 * status of a task would change after its stop ended.
 */
export async function updateTask(scope: Scope, taskId: string, input: TaskFields) {
  const { task, stop } = await lockTask(scope, taskId)
  if (await changeTask(scope, stop, task, input)) await updateStopRows(scope, [stop.id], {})
  return taskResource((await findTaskRow(scope, task.id))!)
}

/** DELETE /v2/task/{task_id}: removes the task from its pending stop and returns it. */
export async function deleteTask(scope: Scope, taskId: string) {
  const { task, stop } = await lockTask(scope, taskId)
  requirePending(stop, task.id)
  const [deleted] = await deleteTaskRows(scope, [task.id])
  await updateStopRows(scope, [stop.id], {})
  return taskResource(deleted!)
}

/**
 * Makes the stop's tasks the given list. Keeps tasks whose id is sent, and those that equal an item without id in every field
 * sent, so repeating a PUT changes nothing. Returns whether anything changed. Throws 404 for an id that is not a task of the
 * stop, highway.task.error.stop_already_executed.
 */
export async function replaceTasks(
  scope: Scope,
  stop: StopRow,
  inputs: readonly (TaskFields & { id?: string })[],
): Promise<boolean> {
  const unclaimed = mapById(await listTasksOfStops(scope, [stop.id]))
  const kept = inputs.map((input) => {
    if (input.id === undefined) return undefined
    const task = unclaimed.get(input.id)
    if (!task) throw notFound('task', input.id)
    unclaimed.delete(task.id)
    return task
  })
  let hasChanged = false
  const added: TaskRow[] = []
  for (const [position, input] of inputs.entries()) {
    const task = kept[position] ?? claimEqual(unclaimed, input)
    if (!task) added.push(newTask(scope, stop.id, input, position))
    else if (await changeTask(scope, stop, task, input, position)) hasChanged = true
  }
  if (added.length + unclaimed.size > 0) requirePending(stop, [...unclaimed.keys()][0] ?? 'new')
  await deleteTaskRows(scope, [...unclaimed.keys()])
  await insertTaskRows(scope, added)
  return hasChanged || added.length + unclaimed.size > 0
}

export interface TaskResult {
  task_id: string
  status?: TaskStatus
}

/**
 * Applies the task results of a report and returns all tasks of the stop as they are afterwards. Throws
 * highway.report.error.task_not_in_stop with the place `<place>[i].task_id`.
 */
export async function applyTaskResults(
  scope: Scope,
  stop: StopRow,
  results: readonly TaskResult[],
  place = 'tasks',
): Promise<TaskRow[]> {
  const present = await listTasksOfStops(scope, [stop.id])
  if (results.length === 0) return present
  const tasks = mapById(present)
  for (const [index, { task_id, status }] of results.entries()) {
    const task = tasks.get(task_id)
    if (!task) {
      const details = { place: `${place}[${index}].task_id`, id: task_id, stop_id: stop.id }
      throw apiError('highway.report.error.task_not_in_stop', details)
    }
    if (status === undefined || status === task.status) continue
    await setTaskStatus(scope, task_id, status)
    task.status = status
  }
  return listTasksOfStops(scope, [stop.id])
}

async function lockTask(scope: Scope, taskId: string): Promise<{ task: TaskRow; stop: StopRow }> {
  const found = await findTaskRow(scope, taskId)
  if (!found) throw notFound('task', taskId)
  const stop = await lockStops(scope, [found.stop_id]).then(
    (stops) => stops[0]!,
    (error: { messageId?: string }) => {
      // The tasks of a deleted stop are deleted, too; the caller asked for the task, so the error does not name the stop.
      if (error.messageId === 'highway.domain.error.not_found') throw notFound('task', taskId)
      throw error
    },
  )
  // Read again after locking, as the task may have been deleted meanwhile.
  const task = await findTaskRow(scope, taskId)
  if (!task) throw notFound('task', taskId)
  return { task, stop }
}

/** Writes the fields that differ; returns whether there were any. */
async function changeTask(
  scope: Scope,
  stop: StopRow,
  task: TaskRow,
  input: TaskFields,
  position = task.position,
): Promise<boolean> {
  const changes = changedValues<TaskRow>(task, { ...sentValues(taskTable, input), position })
  const hasNewStatus = input.status !== undefined && input.status !== task.status
  if (hasNewStatus) requirePending(stop, task.id)
  if (Object.keys(changes).length > 0) await updateTaskRow(scope, task.id, changes)
  if (hasNewStatus) await setTaskStatus(scope, task.id, input.status!)
  return hasNewStatus || Object.keys(changes).length > 0
}

function claimEqual(unclaimed: Map<string, TaskRow>, input: TaskFields): TaskRow | undefined {
  for (const task of unclaimed.values()) {
    const isEqual =
      settableNames(taskTable).every((name) => isDeepStrictEqual(input[name] ?? null, task[name])) &&
      (input.status ?? task.status) === task.status
    if (!isEqual) continue
    unclaimed.delete(task.id)
    return task
  }
  return undefined
}

function requirePending(stop: StopRow, taskId: string): void {
  if (stop.status === 'pending') return
  const details = { id: taskId, stop_id: stop.id, status: stop.status }
  throw apiError('highway.task.error.stop_already_executed', details)
}
