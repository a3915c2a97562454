// A table of the settings: a list that scrolls beside its section, or rows that are changed, added and removed in place.
import { Button, Table } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../shell/icon-button.tsx'
import classes from './settings.module.css'

/** Column title, or a label for screen readers only. */
export type Head = string | { said: string; width?: number }

interface SettingsTableProps {
  heads: readonly Head[]
  children: ReactNode
}

export function SettingsTable({ heads, children }: SettingsTableProps) {
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) =>
              typeof head === 'string' ? (
                <Table.Th key={head}>{head}</Table.Th>
              ) : (
                <Table.Th key={head.said} w={head.width} aria-label={head.said} />
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}

interface EditedRowsProps<Row> {
  heads: readonly Head[]
  rows: readonly Row[]
  fresh(): Row
  /** The inputs of a row, one for each column. */
  cells(row: Row, change: (part: Partial<Row>) => void): readonly ReactNode[]
  words: { add: string; remove(row: Row): string }
  onChange(rows: Row[]): void
}

export function EditedRows<Row extends object>({ heads, rows, fresh, cells, words, onChange }: EditedRowsProps<Row>) {
  const { t } = useTranslation('shell')
  const listCells = (row: Row, index: number) => cells(row, (part) => onChange(rows.with(index, { ...row, ...part })))
  return (
    <>
      {rows.length > 0 && (
        <SettingsTable heads={[...heads, { said: t('delete'), width: 50 }]}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row under way has no name yet
            <Table.Tr key={index}>
              {listCells(row, index).map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                <Table.Td key={column}>{cell}</Table.Td>
              ))}
              <Table.Td>
                <IconButton
                  icon={IconTrash}
                  iconSize={17}
                  label={words.remove(row)}
                  onClick={() => onChange(rows.toSpliced(index, 1))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </SettingsTable>
      )}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange([...rows, fresh()])}
      >
        {words.add}
      </Button>
    </>
  )
}
