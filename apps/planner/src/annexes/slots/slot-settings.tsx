// The rules of the seller: which windows are offered, until when, how many, for whom and at what price; with a preview on past orders.
import * as operations from '@routewright/client/operations'
import type { SlotRules, SlotRulesInput } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../forms/field-grid.tsx'
import { readForm } from '../../forms/fields.ts'
import { useDistanceUnit, useRecordForm } from '../../forms/use-record-form.tsx'
import { SettingsForm } from '../../settings/settings-form.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { call } from '../../shell/service.ts'
import { useProject } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { slotFields } from './slot-fields.ts'
import { SlotPreviewSection } from './slot-preview.tsx'
import { getRules } from './slot-rules.ts'

export default function SlotSettings() {
  const project = useProject()
  const query = useAnswer(['slot-rules', project.id], operations.getSlotRules, { project_id: project.id })
  return (
    <Loaded query={query} rows={4} rowHeight={90}>
      {(rules) => <RulesForm key={project.id} projectId={project.id} rules={rules} />}
    </Loaded>
  )
}

function RulesForm({ projectId: project_id, rules }: { projectId: string; rules: SlotRules }) {
  const { t } = useTranslation('slots')
  const unit = useDistanceUnit()
  const queries = useQueryClient()
  const { lists, numbers } = slotFields()
  const fields = [...numbers, ...lists]
  const keep = (next: SlotRules) => {
    queries.setQueryData(['slot-rules', project_id], next)
    return next
  }
  const form = useRecordForm<SlotRules>({
    words: 'slots',
    fields,
    stored: rules,
    staysOpen: true,
    update: async (change, over) => {
      const body = getRules(change, over)
      keep(await call(operations.setSlotRules, { project_id, body }, { seenUpdatedAt: over.updated_at }))
    },
    read: async () => keep(await call(operations.getSlotRules, { project_id })),
  })
  const typed = (): SlotRulesInput | undefined => {
    const { body, faults } = readForm(fields, form.values, unit)
    return Object.keys(faults).length > 0 ? undefined : getRules(body, rules)
  }
  return (
    <>
      <SettingsForm name="fields" title={t('title')} text={t('text')} form={form} fields={numbers}>
        <FieldGrid fields={lists} form={form} />
      </SettingsForm>
      <SlotPreviewSection projectId={project_id} typed={typed} />
    </>
  )
}
