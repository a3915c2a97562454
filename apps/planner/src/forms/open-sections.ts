// Which sections of a form stand open without being asked for: those that everybody fills in, those in use, and those that hold an error.
import type { Field, Section } from './fields.ts'
import type { RecordForm } from './use-record-form.tsx'

/** The words of these sections. */
export function findOpenSections(
  sections: readonly Section[],
  { values, errors, isSet }: Pick<RecordForm, 'values' | 'errors' | 'isSet'>,
): string[] {
  const isShownAndSet = (field: Field) => !field.isLeftOut?.(values) && isSet(field)
  const isInUse = ({ fields, isUsed }: Section) => (isUsed ? isUsed(values) : fields.some(isShownAndSet))
  const isRefused = ({ fields }: Section) => fields.some(({ name }) => errors[name])
  return sections
    .filter((section) => !section.isOptional || isInUse(section) || isRefused(section))
    .map(({ word }) => word)
}
