// The same values for all selected stops: windows, minutes, skills, priority. The effect is shown before it is made.
import { Checkbox, Modal, NumberInput, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskFirst } from '../plan/asked-edit.ts'
import { makeEdit } from '../plan/order-edits.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { useEdit } from '../plan/use-edit.ts'
import { changingValues } from '../plan/value-edits.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { type BulkChoice, bulkValues, MOST_STOPS } from './bulk-values.ts'

interface BulkEditDialogProps {
  stopIds: readonly string[]
  onClose(): void
}

export function BulkEditDialog({ stopIds, onClose }: BulkEditDialogProps) {
  const { t } = useTranslation('editor')
  const [choice, setChoice] = useState<BulkChoice>({})
  const make = useBulkEdit()
  const values = bulkValues(stopIds, choice)
  const isTooMany = stopIds.length > MOST_STOPS
  return (
    <Modal opened onClose={onClose} title={t('bulk.title', { count: stopIds.length })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          make(stopIds, values!)
        }}
      >
        <Stack>
          {isTooMany ? (
            <Text c="red">{t('bulk.too_many', { most: MOST_STOPS })}</Text>
          ) : (
            <Text size="sm" c="dimmed">
              {t('bulk.text')}
            </Text>
          )}
          <BulkFields choice={choice} onChange={setChoice} isUnreadable={values === undefined} />
          <DialogButtons
            label={t('bulk.next')}
            onCancel={onClose}
            disabled={isTooMany || values === undefined || Object.keys(choice).length === 0}
          />
        </Stack>
      </form>
    </Modal>
  )
}

/** Stops that are on no route change nobody's times: there is no effect to be looked at. */
function useBulkEdit() {
  const { t } = useTranslation('editor')
  const ask = useAskFirst()
  const run = useEdit()
  return (stopIds: readonly string[], stops: NonNullable<ReturnType<typeof bulkValues>>) => {
    const edit = changingValues({ stops })
    const what = t('stops_count', { count: stopIds.length })
    if (stopIds.some((id) => currentPlan().stops.get(id)?.route_id)) ask('changed', { what }, edit)
    else void run(t('did.changed', { what }), (label) => makeEdit(label, edit))
  }
}

interface BulkFieldsProps {
  choice: BulkChoice
  onChange(choice: BulkChoice): void
  /** The windows are not as they are written. */
  isUnreadable: boolean
}

function BulkFields({ choice, onChange, isUnreadable }: BulkFieldsProps) {
  const { t } = useTranslation('editor')
  const set = (part: BulkChoice) => onChange({ ...choice, ...part })
  const field = <Name extends keyof BulkChoice>(
    name: Name,
    label: string,
    empty: NonNullable<BulkChoice[Name]>,
    input: ReactNode,
  ) => (
    <div>
      <Checkbox
        label={label}
        checked={choice[name] !== undefined}
        mb={4}
        onChange={({ currentTarget: { checked } }) => {
          const { [name]: _left, ...others } = choice
          onChange(checked ? { ...choice, [name]: empty } : others)
        }}
      />
      {choice[name] !== undefined && input}
    </div>
  )
  const number = (name: 'minutes' | 'priority', label: string) => (
    <NumberInput aria-label={label} min={0} value={choice[name] ?? ''} onChange={(value) => set({ [name]: value })} />
  )
  return (
    <>
      {field(
        'windows',
        t('windows'),
        '',
        <TextInput
          aria-label={t('windows')}
          placeholder="8:00-12:00, 14:00-16:00"
          value={choice.windows ?? ''}
          error={isUnreadable && t('windows_wrong')}
          onChange={({ currentTarget: { value } }) => set({ windows: value })}
        />,
      )}
      {field('minutes', t('minutes'), '', number('minutes', t('minutes')))}
      {field(
        'skills',
        t('skills'),
        [],
        <TagsInput aria-label={t('skills')} value={choice.skills ?? []} onChange={(skills) => set({ skills })} />,
      )}
      {field('priority', t('bulk.priority'), '', number('priority', t('bulk.priority')))}
    </>
  )
}
