// A table that is declared by its columns: what stands above each, and what a row shows there.
import { Table, type TableProps, type TableTdProps, type TableTrProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  /** Above the column. */
  title?: ReactNode
  /** Label for screen readers of a column without a title. */
  said?: string
  /** Pixels. */
  width?: number
  isNumber?: boolean
  /** Look of all its cells. */
  look?: TableTdProps
  cell(row: Row): ReactNode
}

/** Values that are not broken across lines. */
export const inOneLine: TableTdProps = { style: { whiteSpace: 'nowrap' } }

interface ColumnTableProps<Row> extends Omit<TableProps, 'children'> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Class of the box around it. */
  box?: string | undefined
  /** Whether the box is a stop of the Tab key: where no cell is one, what scrolls is reached by it. */
  isTabStop?: boolean
  rowProps?(row: Row): TableTrProps & { 'data-dim'?: boolean | undefined }
}

/** Without titles there is no head. */
export function ColumnTable<Row extends { id: string }>(props: ColumnTableProps<Row>) {
  const { columns, rows, box, isTabStop, rowProps, ...table } = props
  const hasHead = columns.some(({ title, said }) => title || said)
  const content = (
    <Table verticalSpacing={8} {...table}>
      {hasHead && (
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, title, said, width, isNumber }) => (
              <Table.Th key={key} w={width} ta={isNumber ? 'right' : undefined} aria-label={said}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} {...rowProps?.(row)}>
            {columns.map(({ key, isNumber, look, cell }) => (
              <Table.Td key={key} ta={isNumber ? 'right' : undefined} {...look}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
  const look = box ? { className: box } : { style: { overflowX: 'auto' as const } }
  return (
    <div {...look} {...(isTabStop && { tabIndex: 0 })}>
      {content}
    </div>
  )
}
