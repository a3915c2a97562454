// How long each kind of data is kept, with a look at what the next night would remove.
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { fewestAuditDays, type Retention, type RetentionPreview, retentionKinds } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../forms/fields.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { SettingsForm } from '../../settings/settings-form.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'

export const retentionKey = ['retention']
const mostDays = 3_650

const fields: Field[] = retentionKinds.map((name) => ({
  name,
  kind: 'count',
  word: `kinds.${name}`,
  hint: `kinds.${name}_hint`,
  input: { min: name === 'audit' ? fewestAuditDays : 1, max: mostDays, allowDecimal: false },
}))

export function RetentionForm({ retention }: { retention: Retention }) {
  const { t } = useTranslation('privacy')
  const queries = useQueryClient()
  // The record has no id of its own: there is one for the organization.
  const form = useRecordForm<Retention & { id: string }>({
    words: 'privacy',
    fields,
    stored: { ...retention, id: 'retention' },
    staysOpen: true,
    async update(body, { updated_at }) {
      queries.setQueryData(
        retentionKey,
        await call(operations.updateRetention, { body }, { seenUpdatedAt: updated_at }),
      )
    },
    async read() {
      const now = await call(operations.getRetention, {})
      queries.setQueryData(retentionKey, now)
      return { ...now, id: 'retention' }
    },
  })
  return (
    <SettingsForm title={t('retention.title')} text={t('retention.text')} form={form} fields={fields}>
      <Preview values={form.values} />
    </SettingsForm>
  )
}

/** Previews the values of the form, saved or not. */
function Preview({ values }: { values: Record<string, unknown> }) {
  const { t } = useTranslation('privacy')
  const action = useAction()
  const [preview, setPreview] = useState<RetentionPreview>()
  const look = () =>
    action.run(async () => {
      const days = retentionKinds.flatMap((kind) => (values[kind] ? [[kind, Number(values[kind])]] : []))
      setPreview(await call(operations.previewRetention, { body: Object.fromEntries(days) }))
    })
  return (
    <>
      <Group mt="md">
        <Button variant="default" loading={action.isBusy} onClick={() => void look()}>
          {t('retention.preview')}
        </Button>
      </Group>
      <Refusal text={action.failure} mt="md" />
      {preview && <WhatGoes preview={preview} />}
    </>
  )
}

function WhatGoes({ preview: { kinds } }: { preview: RetentionPreview }) {
  const { t } = useTranslation('privacy')
  const formats = useFormats()
  if (kinds.every(({ records }) => records === 0)) return <Alert mt="md">{t('retention.nothing')}</Alert>
  return (
    <>
      <Text size="sm" mt="md">
        {t('retention.goes')}
      </Text>
      <SettingsTable heads={['what', 'before', 'records'].map((name) => t(`retention.${name}`))}>
        {kinds.map(({ kind, before, records }) => (
          <Table.Tr key={kind}>
            <Table.Td>{t(`kinds.${kind}`)}</Table.Td>
            <Table.Td>{formats.dateTime(before)}</Table.Td>
            <Table.Td>{formats.number(records)}</Table.Td>
          </Table.Tr>
        ))}
      </SettingsTable>
    </>
  )
}
