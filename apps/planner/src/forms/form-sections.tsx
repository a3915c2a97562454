// The sections of a form: those that everybody fills in, and those in use, stand open; each of the others is a button that opens it.
import { Button, Group, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from './field-grid.tsx'
import type { Section } from './fields.ts'
import classes from './forms.module.css'
import { findOpenSections } from './open-sections.ts'
import type { RecordForm } from './use-record-form.tsx'

interface FormSectionsProps {
  sections: readonly Section[]
  form: Pick<RecordForm, 'id' | 'values' | 'errors' | 'label' | 'hint' | 'change' | 'isSet' | 'title'>
  /** In the plan's drawer. */
  isNarrow?: boolean | undefined
  /** A read-only list takes no further entries. */
  isReadOnly?: boolean | undefined
}

export function FormSections({ sections, form, isNarrow, isReadOnly }: FormSectionsProps) {
  const { t } = useTranslation('records')
  const { values } = form
  const offered = sections.filter(({ fields }) => !fields.every((field) => field.isLeftOut?.(values)))
  const [opened, setOpened] = useOpenSections(offered, form)
  const closed = offered.filter(({ word }) => !opened.has(word))
  const open = (word: string) => {
    setOpened(word)
    focusFirstField(sectionId(form.id, word))
  }
  return (
    <>
      {offered.map(({ word, fields }, index) => {
        if (!opened.has(word)) return null
        return (
          <section key={word} id={sectionId(form.id, word)} className={classes.section}>
            {/* The first one is what the form is about, and a single field has a label of its own. */}
            {index > 0 && fields.length > 1 && (
              <Title order={3} size="h6" mb="xs">
                {form.title(word)}
              </Title>
            )}
            <FieldGrid fields={fields} form={form} isNarrow={isNarrow} />
          </section>
        )
      })}
      {closed.length > 0 && !isReadOnly && (
        <Group gap={6} mt="lg" role="group" aria-label={t('add')}>
          {closed.map(({ word }) => (
            <Button
              key={word}
              size="compact-sm"
              radius="xl"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => open(word)}
            >
              {form.title(word)}
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}

/** The words of the open sections. One that was open once stays open, also when its fields are emptied. */
function useOpenSections(sections: readonly Section[], form: Pick<RecordForm, 'values' | 'errors' | 'isSet'>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const all = new Set([...opened, ...findOpenSections(sections, form)])
  // React renders once more before anything is drawn.
  if (all.size > opened.size) setOpened(all)
  return [all, (word: string) => setOpened(new Set([...all, word]))] as const
}

function sectionId(formId: string, word: string): string {
  return `${formId}-${word}`
}

/** Once it is drawn. */
function focusFirstField(id: string): void {
  requestAnimationFrame(() => {
    const section = document.getElementById(id)
    const input = section?.querySelector<HTMLElement>('input:enabled, textarea')
    ;(input ?? section?.querySelector('button'))?.focus()
  })
}
