// The table of a week: a head with its days, a row for each vehicle or driver, a cell for each day.
import { Table } from '@mantine/core'
import type { DriverDay } from '@routewright/contract'
import type { ReactNode } from 'react'
import { organizationNow } from '../shell/clock.ts'
import { useFormats } from '../shell/session.ts'
import classes from './week.module.css'

interface WeekTableProps {
  /** Kind of row. */
  title: string
  days: readonly DriverDay[]
  rows: readonly { id: string; label?: string }[]
  cell(row: { id: string; label?: string }, day: DriverDay): ReactNode
}

export function WeekTable({ title, days, rows, cell }: WeekTableProps) {
  const formats = useFormats()
  const today = formats.dayKey(organizationNow())
  return (
    <Table withColumnBorders verticalSpacing={4} horizontalSpacing={6} className={classes.table!}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.name!}>{title}</Table.Th>
          {days.map(({ date }) => (
            <Table.Th key={date} aria-current={date === today ? 'date' : undefined} className={classes.day!}>
              {formats.calendarDate(date)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Th scope="row" className={classes.name!}>
              {row.label ?? row.id}
            </Table.Th>
            {days.map((day) => (
              <Table.Td key={day.date} className={classes.cell!}>
                {cell(row, day)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
