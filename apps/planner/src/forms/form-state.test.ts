// State of a form: drafts above a record, and both ways out of a conflict.
import { expect, test } from 'vitest'
import type { Field } from './fields.ts'
import { contestedFields, openedForm, settledForm, typedInto, typedSince } from './form-state.ts'
import type { Conflict } from './save-seen.ts'

interface Van {
  updated_at: string
  label?: string
  plate?: string
  settings?: { hours?: [number, number]; units?: string }
}

const fields: Field[] = [
  { name: 'label', kind: 'text' },
  { name: 'plate', kind: 'text' },
  { name: 'settings.hours', kind: 'window' },
  { name: 'settings.units', kind: 'pick', options: [{ value: 'metric', label: 'Kilometres' }] },
]
const seen: Van = { updated_at: '1', label: 'Van 1', plate: 'FL 1', settings: { hours: [28_800, 43_200] } }
const open = () => openedForm<Van>(fields, seen, 1_000)

test('a form shows the record, parts of a part too, and nothing as empty', () => {
  expect(open().values).toEqual({
    label: 'Van 1',
    plate: 'FL 1',
    'settings.hours': '08:00-12:00',
    'settings.units': '',
  })
})

test('a new record begins with what is given, and a draft goes above it', () => {
  const form = openedForm<Van>(fields, undefined, 1_000, { plate: 'FL' }, { label: 'typed' })
  expect(form.seen).toBeUndefined()
  expect(form.values).toMatchObject({ label: 'typed', plate: 'FL' })
})

test('typing ends what was said of that field, and of no other', () => {
  const faulty = { ...open(), errors: { label: 'missing', plate: 'wrong' } }
  expect(typedInto(faulty, { label: 'x' })).toMatchObject({ errors: { plate: 'wrong' }, values: { label: 'x' } })
})

/** Ana changed name and hours; the reader name and plate. */
test('what is typed while a form is saved is told from what was saved', () => {
  const saved = typedInto(open(), { label: 'saved' })
  const now = typedInto(saved, { plate: 'FL 2', 'settings.hours': saved.values['settings.hours'] })
  expect(typedSince(saved.values, now.values)).toEqual({ plate: 'FL 2' })
})

function contested() {
  const state = typedInto(open(), { label: 'mine', plate: 'FL 2' })
  const now: Van = { ...seen, updated_at: '2', label: 'theirs', settings: { hours: [0, 3_600], units: 'metric' } }
  const by = { name: 'Ana', at: '2026-03-02T08:00:00.000Z' }
  const conflict: Conflict<Van> = { now, by, refusal: undefined, names: ['label'], mine: ['label', 'plate'] }
  return { state: { ...state, conflict }, conflict }
}

test('a contested field is told with both values, as people read them', () => {
  const { state, conflict } = contested()
  expect(contestedFields(state, fields, 1_000)).toEqual([{ field: fields[0], theirs: 'theirs', mine: 'mine' }])
  const hours = { ...state, conflict: { ...conflict, names: ['settings.hours'] } }
  expect(contestedFields(hours, fields, 1_000)).toMatchObject([{ theirs: '00:00–01:00', mine: '08:00–12:00' }])
  const units = { ...state, conflict: { ...conflict, names: ['settings.units'] } }
  expect(contestedFields(units, fields, 1_000)).toMatchObject([{ theirs: 'Kilometres', mine: '' }])
})

test('kept, all own changes stay over the record as it is now', () => {
  const { state, conflict } = contested()
  const next = settledForm(state, conflict, true, fields, 1_000)
  expect(next.seen).toBe(conflict.now)
  expect(next.conflict).toBeUndefined()
  expect(next.values).toMatchObject({ label: 'mine', plate: 'FL 2', 'settings.hours': '00:00-01:00' })
})

test('given up, only the contested field is theirs', () => {
  const { state, conflict } = contested()
  const next = settledForm(state, conflict, false, fields, 1_000)
  expect(next.values).toMatchObject({ label: 'theirs', plate: 'FL 2', 'settings.units': 'metric' })
})
