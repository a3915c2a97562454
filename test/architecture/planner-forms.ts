// The planner's forms: one room compares a record with what its reader saw, and asks whose value stays.

import { isSource, listImports, type RepositoryFile } from './source-files.ts'

const PLANNER = 'apps/planner/src/'

/** The parts of the room that other rooms must not use, and who else may. */
const INSIDE: Record<string, readonly string[]> = {
  'forms/conflict-notice.tsx': [],
  'forms/form-state.ts': [],
  'forms/form-actions.ts': [],
  // Taking an edit back compares as a form does, but has no form.
  'forms/save-seen.ts': ['plan/record-edits.ts', 'plan/use-edit.ts'],
}

/** One sentence for every import that breaks a rule. */
export function listFormBreaches(files: readonly RepositoryFile[]): string[] {
  const sources = files.filter(
    (file) => file.path.startsWith(PLANNER) && isSource(file) && !/\.test\.tsx?$/.test(file.path),
  )
  return sources.flatMap(listImports).flatMap(({ from, target, isTypeOnly }) => {
    if (!target?.startsWith(PLANNER)) return []
    const [importer, imported] = [from.slice(PLANNER.length), target.slice(PLANNER.length)]
    const isOfForms = importer.startsWith('forms/')
    if (isOfForms && !/^(forms|shell)\//.test(imported))
      return [`${importer} imports ${imported}: forms may import the shell only`]
    const users = INSIDE[imported]
    if (isOfForms || isTypeOnly || !users || users.includes(importer)) return []
    return [`${importer} imports ${imported}: a form over a record is made by useRecordForm`]
  })
}
