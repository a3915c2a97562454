// Somebody else changed the same fields of a form: who and when, both values side by side, and whose stay.
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'
import type { Conflict, Kept } from './save-seen.ts'

export interface ContestedField {
  label: string
  theirs: string
  mine: string
}

interface ConflictNoticeProps<Stored extends Kept> {
  /** Without a conflict, no notice is shown. */
  conflict: Conflict<Stored> | undefined
  /** The fields in conflict. */
  fields: readonly ContestedField[] | undefined
  isBusy: boolean
  /** The reader's values stay, or the other's are taken. */
  onSettle(conflict: Conflict<Stored>, isKept: boolean): void
}

export function ConflictNotice<Stored extends Kept>(props: ConflictNoticeProps<Stored>) {
  const { conflict, fields = [], isBusy, onSettle } = props
  const { t } = useTranslation('shell')
  const formats = useFormats()
  if (!conflict) return null
  const { by } = conflict
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
        <Button size="compact-md" variant="default" onClick={() => onSettle(conflict, false)}>
          {t('conflict.take')}
        </Button>
        <Button size="compact-md" variant="default" loading={isBusy} onClick={() => onSettle(conflict, true)}>
          {t('conflict.keep')}
        </Button>
      </Group>
    </Alert>
  )
}
