// Fields of a form beside each other, in two columns.
import { FieldInput } from './field-input.tsx'
import type { FieldKind } from './field-kinds.ts'
import { changedValues, type Field } from './fields.ts'
import classes from './forms.module.css'
import type { RecordForm } from './use-record-form.tsx'

interface FieldGridProps {
  fields: readonly Field[]
  form: Pick<RecordForm, 'values' | 'errors' | 'label' | 'hint' | 'change'>
  /** In the plan's drawer, where a field takes the whole width unless it says otherwise. */
  isNarrow?: boolean
}

export function FieldGrid({ fields, form, isNarrow = false }: FieldGridProps) {
  const { values, errors, change } = form
  return (
    <div className={classes.grid} data-narrow={isNarrow || undefined}>
      {fields
        .filter((field) => !field.isLeftOut?.(values))
        .map((field) => (
          <div key={field.name} className={(field.isWide ?? (isNarrow || isWideKind(field.kind))) ? classes.wide : ''}>
            <FieldInput
              field={field}
              label={form.label(field)}
              hint={form.hint(field)}
              values={values}
              error={errors[field.name] ?? ''}
              onChange={(value) => change(changedValues(field, values, value))}
            />
          </div>
        ))}
    </div>
  )
}

function isWideKind(kind: FieldKind): boolean {
  return kind === 'place' || kind === 'long' || kind === 'choices' || kind === 'own'
}
