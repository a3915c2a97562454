// A task inside a stop.
import Type, { type Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { customFields, id, label, recordTimes, text } from './fields.ts'

export const taskStatuses = ['pending', 'completed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

const descriptive = {
  label: label('What is to be done.'),
  comments: text(),
  barcode: label('Code to be scanned.'),
  custom_fields: customFields(),
}
const status = oneOf(taskStatuses, {
  description: 'pending until it is completed or canceled.',
  'x-message-id': 'highway.task.error.invalid_status',
})

export const Task = record('Task', 'A task inside a stop: deliver a parcel, collect a signature, scan a code.', {
  id: id(),
  stop_id: id(),
  status,
  ...optionalFields({ created_by: id(), ...descriptive }),
  created_at: recordTimes.created_at,
  updated_at: recordTimes.updated_at,
  deleted_at: recordTimes.deleted_at,
})
export type Task = Static<typeof Task>

export const TaskInput = record('TaskInput', 'A new task, or what changes in one.', {
  ...clearableFields(descriptive),
  status: Type.Optional(status),
})

/** A task in the list that replaces a stop's tasks: those with an id are kept. */
export const TaskReplacement = record(
  'TaskReplacement',
  'A task of a replaced list; with an id, the one that is kept.',
  {
    id: Type.Optional(id()),
    ...TaskInput.properties,
  },
)
