// The planner has one form, and planted breaches that prove the rule bites.

import { expect, test } from 'vitest'
import { listFormBreaches } from './planner-forms.ts'
import { readRepository } from './source-files.ts'

const listBreaches = (path: string, text: string) => listFormBreaches([{ path: `apps/planner/src/${path}`, text }])

test('conflicts are told and settled by the room of forms alone', () => {
  expect(listFormBreaches(readRepository())).toEqual([])
})

test.each([
  ['settings/a.tsx', "import { ConflictNotice } from '../forms/conflict-notice.tsx'", 'made by useRecordForm'],
  ['zones/a.tsx', "import { saveOverSeen } from '../forms/save-seen.ts'", 'made by useRecordForm'],
  ['details/a.tsx', "import { openedForm } from '../forms/form-state.ts'", 'made by useRecordForm'],
  ['forms/a.tsx', "import { useEdit } from '../plan/use-edit.ts'", 'the shell only'],
])('%s: %s is refused', (path, text, why) => {
  expect(listBreaches(path, text)).toEqual([expect.stringContaining(why)])
})

test.each([
  ['settings/a.tsx', "import { useRecordForm } from '../forms/use-record-form.tsx'"],
  ['settings/a.tsx', "import type { Fields } from '../forms/save-seen.ts'"],
  ['plan/record-edits.ts', "import { saveOverSeen } from '../forms/save-seen.ts'"],
  ['forms/a.tsx', "import { call } from '../shell/service.ts'"],
])('%s: %s is let through', (path, text) => {
  expect(listBreaches(path, text)).toEqual([])
})
