// How a person likes the list and the table: groups, order and columns, kept on the device.
import { useMemo } from 'react'
import { useKeptChoice } from '../shell/kept-choice.ts'
import { useStopFields } from '../shell/stop-fields.ts'
import { type Grouping, groupings, ROUTE_ORDER, type Sorting } from './arrange-stops.ts'
import { type StopColumn, stopColumns } from './stop-columns.ts'

/** Columns of every project and of this one. */
export function useStopColumns(): readonly StopColumn[] {
  const own = useStopFields()
  return useMemo(() => stopColumns(own), [own])
}

export function useListChoices() {
  const columns = useStopColumns()
  const [grouping, setGrouping] = useKeptChoice<Grouping>('list-groups', 'route')
  const [sorting, setSorting] = useKeptChoice<Sorting>('list-order', ROUTE_ORDER)
  const [keys, setKeys] = useKeptChoice<readonly string[]>('list-details', ['address'])
  // Columns of another project are left out here, and come back there.
  const details = useMemo(() => columns.filter(({ key }) => keys.includes(key)), [columns, keys])
  return {
    grouping: groupings.includes(grouping) ? grouping : 'route',
    setGrouping,
    column: columns.find(({ key }) => key === sorting.by),
    isDown: sorting.isDown,
    setSorting,
    details,
    setDetails: setKeys,
  }
}

export function useTableChoices() {
  const columns = useStopColumns()
  const usual = useMemo(() => columns.flatMap(({ key, isUsual }) => (isUsual ? [key] : [])), [columns])
  const [sorting, setSorting] = useKeptChoice<Sorting>('table-order', ROUTE_ORDER)
  const [keys, setKeys] = useKeptChoice<readonly string[] | null>('table-columns', null)
  const chosen = keys ?? usual
  const shown = useMemo(() => columns.filter(({ key }) => chosen.includes(key)), [columns, chosen])
  const column = columns.find(({ key }) => key === sorting.by)
  const { isDown } = sorting
  // The same while nothing is chosen: the table is drawn at every step of a scroll, its head is not.
  return useMemo(
    () => ({ columns: shown, setColumns: setKeys, column, isDown, setSorting }),
    [shown, setKeys, column, isDown, setSorting],
  )
}
