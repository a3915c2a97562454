// Tasks inside stops.
import Type from 'typebox'
import { id } from '../schemas/fields.ts'
import { Task, TaskInput } from '../schemas/task.ts'
import { defineEndpoints } from './endpoint.ts'
import * as example from './examples.ts'

const errors = ['highway.task.error.stop_already_executed', 'highway.task.error.invalid_status'] as const

export const taskEndpoints = defineEndpoints(
  { tag: 'Tasks', auth: 'api_key', visibility: 'public' },
  {
    createTask: {
      method: 'POST',
      path: '/v2/task',
      summary: 'Attach a task to a stop',
      query: Type.Object({ stop_id: id() }),
      body: TaskInput,
      bodyOptional: true,
      response: { 201: Task },
      errors,
      examples: {
        query: { stop_id: example.ids.stop },
        body: { label: 'Collect the empty crate' },
        response: example.task,
      },
    },
    updateTask: {
      method: 'PUT',
      path: '/v2/task/{task_id}',
      summary: 'Update a task',
      description: 'The status may change while the stop is pending.',
      body: TaskInput,
      response: { 200: Task },
      errors,
      examples: { body: { status: 'completed' }, response: { ...example.task, status: 'completed' } },
    },
    deleteTask: {
      method: 'DELETE',
      path: '/v2/task/{task_id}',
      summary: 'Remove a task from its stop',
      response: { 200: Task },
      errors: ['highway.task.error.stop_already_executed'],
      examples: { response: { ...example.task, deleted_at: '2026-11-20T08:00:00.000Z' } },
    },
  },
)
