// The form of a source of positions: its name, and whose vehicles the trackers are in; its address is shown once.
import * as operations from '@routewright/client/operations'
import type { PositionSource, PositionSourceInput } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../forms/fields.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { RecordWindow, useListedRecord } from '../../settings/record-window.tsx'
import { call } from '../../shell/service.ts'
import { useProject, useProjects } from '../../shell/session.ts'

interface SourceFormProps {
  source: PositionSource | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function PositionSourceForm({ source, onClose, onSaved }: SourceFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const options = useProjects().map(({ id, label }) => ({ value: id, label }))
  const path = { position_source_id: source?.id ?? '' }
  const fields: Field[] = [
    { name: 'label', kind: 'text', word: 'trackers.label', isRequired: true, input: { maxLength: 500 } },
    ...(source
      ? []
      : ([{ name: 'project_id', kind: 'choice', word: 'trackers.project', options, isRequired: true }] as const)),
    { name: 'enabled', kind: 'switch', word: 'trackers.enabled' },
  ]
  const { secret, saved, calls } = useListedRecord<PositionSource>({
    stored: source,
    words: 'trackers',
    list: () => call(operations.listPositionSources),
    erase: (seenUpdatedAt) => call(operations.deletePositionSource, path, { seenUpdatedAt }),
    onSaved,
    onClose,
  })
  const form = useRecordForm<PositionSource>({
    words: 'settings',
    fields,
    stored: source,
    fresh: { project_id: useProject().id, enabled: true },
    create: (body) =>
      call(operations.createPositionSource, { body: body as PositionSourceInput }).then(({ address }) =>
        saved(address),
      ),
    update: (body, { updated_at }) =>
      call(operations.updatePositionSource, { ...path, body }, { seenUpdatedAt: updated_at }).then(() =>
        saved(undefined),
      ),
    ...calls,
  })
  const title = t(source ? 'trackers.edit' : 'trackers.new')
  return (
    <RecordWindow
      title={title}
      fields={fields}
      form={form}
      secret={secret}
      onClose={onClose}
      secretText={t('trackers.address_once')}
    />
  )
}
