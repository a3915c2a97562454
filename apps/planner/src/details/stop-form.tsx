// The form of a stop in the plan's drawer. What was typed stays until it is saved or thrown away, also when another stop is
// looked at in between.
import { Stack } from '@mantine/core'
import type { Stop, StopInput, StopUpdate } from '@routewright/contract'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keepFilled } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { FormSections } from '../forms/form-sections.tsx'
import forms from '../forms/forms.module.css'
import type { PlaceValue } from '../forms/place.ts'
import { type RecordForm, useRecordForm } from '../forms/use-record-form.tsx'
import { readStop, updateStop } from '../plan/record-edits.ts'
import { useSelection } from '../plan/selection.ts'
import { createStop } from '../plan/stop-edits.ts'
import classes from '../shell/panel.module.css'
import { Sections } from '../shell/sections.tsx'
import { useStopFields } from '../shell/stop-fields.ts'
import { stopSections } from './stop-form-fields.ts'

/** Numbers of all countries are many bytes, and few forms need them at once. */
const PhoneDoubt = lazy(() => import('../forms/phone-doubt.tsx'))

interface StopFormProps {
  /** Missing for a new one. */
  stop?: Stop
  onClose(): void
  /** The cursor begins in the address. */
  isPlaceFirst?: boolean
}

export function StopForm({ stop, onClose, isPlaceFirst }: StopFormProps) {
  const { t } = useTranslation('editor')
  const made = useRef<string | undefined>(undefined)
  const sections = stopSections(t, useStopFields(), isPlaceFirst)
  const form: RecordForm = useRecordForm<Stop>({
    words: 'editor',
    fields: sections.flatMap(({ fields }) => fields),
    stored: stop,
    draftKey: `stop.${stop?.id ?? 'new'}`,
    async create(body) {
      made.current = await createStop(t('did.created', { what: what() }), keepFilled(body) as StopInput)
    },
    update: (change, over) => updateStop(t('did.changed', { what: what() }), change as StopUpdate, over),
    read: () => readStop(stop!.id),
    onClose() {
      onClose()
      if (made.current) useSelection.getState().select([made.current])
    },
  })
  const what = () => (form.values.label as string) || (form.values.location as PlaceValue).label
  return (
    <form id={form.id} className={classes.part} onSubmit={form.onSubmit}>
      <Stack gap="xs">
        <div>
          <FormSections sections={sections} form={form} isNarrow />
        </div>
        <Suspense>
          <PhoneDoubt
            phone={(form.values.phone as string | undefined) ?? ''}
            countryCode={stop?.location?.country_code}
          />
        </Suspense>
        {!stop && <Sections at="stop.new" name={what()} values={form.read()} onDone={form.cancel} />}
        <div className={forms.foot} data-narrow>
          <FormFoot form={form} />
        </div>
      </Stack>
    </form>
  )
}
