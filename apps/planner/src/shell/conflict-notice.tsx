// Somebody else changed the same fields of a form: who and when, both values side by side, and whose stay.
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import type { ChangedBy } from '@routewright/ui/service'
import { useTranslation } from 'react-i18next'
import { useFormats } from './session.ts'

export interface ContestedField {
  label: string
  theirs: string
  mine: string
}

interface ConflictNoticeProps {
  by: ChangedBy
  fields: readonly ContestedField[]
  isBusy?: boolean
  onTake(): void
  onKeep(): void
}

export function ConflictNotice({ by, fields, isBusy = false, onTake, onKeep }: ConflictNoticeProps) {
  const { t } = useTranslation('shell')
  const formats = useFormats()
  const written = (value: string) => value || <Text span c="dimmed" size="sm">{`(${t('conflict.empty')})`}</Text>
  return (
    <Alert
      color="orange"
      role="alert"
      title={t('conflict.title', { who: by.name || t('conflict.somebody') })}
      mb="sm"
      data-conflict
    >
      <Text size="sm">{t('conflict.text', { time: formats.clock(by.at) })}</Text>
      <Table my="xs" verticalSpacing={4} style={{ tableLayout: 'fixed', overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('conflict.field')}</Table.Th>
            <Table.Th>{t('conflict.theirs')}</Table.Th>
            <Table.Th>{t('conflict.yours')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ label, theirs, mine }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>{written(theirs)}</Table.Td>
              <Table.Td>{written(mine)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs">
        <Button size="compact-md" variant="default" onClick={onTake}>
          {t('conflict.take')}
        </Button>
        <Button size="compact-md" variant="default" loading={isBusy} onClick={onKeep}>
          {t('conflict.keep')}
        </Button>
      </Group>
    </Alert>
  )
}
