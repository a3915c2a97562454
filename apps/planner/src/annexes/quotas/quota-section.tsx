// The limits of the organization with what was used of them, by month; nothing where there are none.
import { Table } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Quota } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import { SettingsTable } from '../../settings/settings-table.tsx'
import { useFormats } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const BYTES_OF_MEGABYTE = 1_000_000

export default function QuotaSection() {
  const { t } = useTranslation('settings')
  const { data: quotas = [] } = useAnswer(['quotas'], operations.listQuotas, {})
  if (quotas.length === 0) return null
  return (
    <Section title={t('quotas.title')} text={t('quotas.text')}>
      <SettingsTable heads={['kind', 'used', 'limit', 'again'].map((name) => t(`quotas.${name}`))}>
        {quotas.map((quota) => (
          <QuotaRows key={quota.kind} quota={quota} />
        ))}
      </SettingsTable>
    </Section>
  )
}

function QuotaRows({ quota: { kind, used, limit, months, begins_again_at } }: { quota: Quota }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const amount = (value: number) =>
    formats.number(kind === 'storage_bytes' ? Math.ceil(value / BYTES_OF_MEGABYTE) : value)
  return (
    <>
      <Table.Tr>
        <Table.Td>{t(`quotas.kinds.${kind}`)}</Table.Td>
        <Table.Td>{amount(used)}</Table.Td>
        <Table.Td>{amount(limit)}</Table.Td>
        <Table.Td>{begins_again_at ? formats.dateTime(begins_again_at) : t('quotas.now')}</Table.Td>
      </Table.Tr>
      {months.map(({ month, used: earlier }) => (
        <Table.Tr key={month} c="dimmed">
          <Table.Td>{t('quotas.month', { month })}</Table.Td>
          <Table.Td>{amount(earlier)}</Table.Td>
          <Table.Td />
          <Table.Td />
        </Table.Tr>
      ))}
    </>
  )
}
