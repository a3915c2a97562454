// Why drivers may give up a stop: the reasons of a project, which of them need a photo, and which are offered.
import { Checkbox, TextInput } from '@mantine/core'
import type { Project } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'
import { EditedRows } from './settings-table.tsx'

export type CancelReason = Project['cancel_reasons'][number]

export function reasonName({ label, id }: CancelReason): string {
  return label ?? id
}

export function CancelReasons({ value, onChange }: OwnInputProps<readonly CancelReason[]>) {
  const { t } = useTranslation('settings')
  return (
    <EditedRows<CancelReason>
      heads={['label', 'photo', 'enabled'].map((name) => t(`reasons.${name}`))}
      rows={value}
      fresh={() => ({ id: `reason_${Date.now().toString(36)}`, label: '', requires_photo: false, enabled: true })}
      words={{ add: t('reasons.add'), remove: (reason) => t('reasons.remove', { name: reasonName(reason) }) }}
      onChange={onChange}
      cells={(reason, change) => [
        <TextInput
          key="label"
          aria-label={t('reasons.label')}
          value={reasonName(reason)}
          maxLength={200}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />,
        <Checkbox
          key="photo"
          aria-label={t('reasons.photo_of', { name: reasonName(reason) })}
          checked={reason.requires_photo === true}
          onChange={({ currentTarget }) => change({ requires_photo: currentTarget.checked })}
        />,
        <Checkbox
          key="enabled"
          aria-label={t('reasons.enabled_of', { name: reasonName(reason) })}
          checked={reason.enabled !== false}
          onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
        />,
      ]}
    />
  )
}
