// Tasks inside stops.
import Type from 'typebox'
import { id } from '../schemas/fields.ts'
import { Task, TaskInput } from '../schemas/task.ts'
import { create, defineEndpoints, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

const errors = ['highway.task.error.stop_already_executed', 'highway.task.error.invalid_status'] as const

export const taskEndpoints = defineEndpoints(
  { tag: 'Tasks', auth: 'api_key', visibility: 'public' },
  {
    createTask: create('/v2/task', 'Attach a task to a stop', Task, {
      query: Type.Object({ stop_id: id() }),
      body: TaskInput,
      bodyOptional: true,
      errors: ['highway.stop.error.already_executed', 'highway.task.error.invalid_status'],
      examples: {
        query: { stop_id: example.ids.stop },
        body: { label: 'Collect the empty crate' },
        response: example.task,
      },
    }),
    updateTask: put('/v2/task/{task_id}', 'Update a task', Task, {
      description: 'The status may change while the stop is pending.',
      body: TaskInput,
      errors,
      examples: { body: { status: 'completed' }, response: { ...example.task, status: 'completed' } },
    }),
    deleteTask: remove('/v2/task/{task_id}', 'Remove a task from its stop', Task, {
      errors: ['highway.task.error.stop_already_executed'],
      examples: { response: { ...example.task, deleted_at: '2026-11-20T08:00:00.000Z' } },
    }),
  },
)
