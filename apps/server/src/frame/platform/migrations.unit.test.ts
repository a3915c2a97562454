// Facts that a version learns from the names of migrations that it does not have.
import { expect, test } from 'vitest'
import { listMigrations, whyNotWith } from './migrations.ts'

const known = ['0001_schema', '0007_audit_chain', '0009_notes.expands']
const why = (...further: string[]) => whyNotWith([...known, ...further], known)

test('every migration of this version says what it means for versions without it, or is older than such marks', () => {
  expect(listMigrations()).toContain('0007_audit_chain')
})

test('a version may work with a database that a newer one has only added to', () => {
  expect(why()).toBeUndefined()
  expect(why('0010_doors.expands', '0011_more_doors.expands')).toBeUndefined()
})

test('and with one from which was taken what this version does not use any more', () => {
  expect(why('0010_without_old_notes.contracts_0009')).toBeUndefined()
})

test('not with one from which was taken what this version uses', () => {
  expect(why('0010_doors.expands', '0011_without_doors.contracts_0010')).toBe(
    'its migration 0011_without_doors.contracts_0010 took away what versions without migration 0010 use, and this one has 0009 as its newest',
  )
})

test('not with one whose migrations do not say what they mean', () => {
  expect(why('0061_live')).toBe('this one does not know its migration 0061_live')
})

test('not with one that another line of versions made', () => {
  expect(whyNotWith(['0001_schema', '0007_audit_chain', '0009_other.expands'], known)).toBe(
    'it has 0009_other.expands, which this one does not know, and lacks 0009_notes.expands',
  )
})

test('what is only missing can be brought up to date', () => {
  expect(whyNotWith([], known)).toBeUndefined()
  expect(whyNotWith(['0001_schema'], known)).toBeUndefined()
})
