// Unreadable texts of a column, each once: written anew or left out in all rows that have it.
import { Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shell/session.ts'
import { type AlikeCells, alikeFaults } from './alike.ts'
import { setCells, useImport } from './import-store.ts'
import { useNamedColumns } from './named-columns.ts'

/** Number of texts shown at a time: the rest follows when these are done. */
const shownMost = 50

export function AlikeDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('import')
  const groups = alikeFaults(useImport())
  const columns = useNamedColumns()
  const getName = (column: number) => columns.find((other) => other.column === column)?.name ?? ''
  return (
    <Modal opened onClose={onClose} size="xl" title={t('alike_title')}>
      <Stack>
        {groups.length === 0 ? (
          <Text role="status">{t('alike_none')}</Text>
        ) : (
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('column')}</Table.Th>
                <Table.Th>{t('alike_text')}</Table.Th>
                <Table.Th>{t('alike_rows')}</Table.Th>
                <Table.Th>{t('alike_instead')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {groups.slice(0, shownMost).map((cells) => (
                <AlikeRow key={`${cells.column}\n${cells.text}`} cells={cells} name={getName(cells.column)} />
              ))}
            </Table.Tbody>
          </Table>
        )}
        {groups.length > shownMost && (
          <Text size="sm" c="dimmed">
            {t('alike_more', { count: groups.length - shownMost })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('alike_done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function AlikeRow({ cells: { column, text, fault, rows }, name }: { cells: AlikeCells; name: string }) {
  const { t } = useTranslation('import')
  const formats = useFormats()
  const [written, setWritten] = useState('')
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        <Text size="sm" fw={600} lineClamp={2} maw={220}>
          {text}
        </Text>
        <Text size="xs" c="var(--rw-failed)">
          {t(`faults.${fault}`)}
        </Text>
      </Table.Td>
      <Table.Td>{formats.number(rows.length)}</Table.Td>
      <Table.Td>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (written.trim() !== '') setCells(rows, column, written)
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t('alike_instead_of', { text, name })}
              value={written}
              onChange={({ currentTarget: { value } }) => setWritten(value)}
              w={150}
            />
            <Button type="submit" variant="default" size="sm" disabled={written.trim() === ''}>
              {t('alike_replace')}
            </Button>
            <Button variant="subtle" size="sm" onClick={() => setCells(rows, column, '')}>
              {t('alike_empty')}
            </Button>
          </Group>
        </form>
      </Table.Td>
    </Table.Tr>
  )
}
