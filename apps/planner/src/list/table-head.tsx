// The head of the table: a tick for all rows, and a heading for each column that sorts by it.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelection } from '../plan/selection.ts'
import { ROUTE_ORDER, type Sorting } from './arrange-stops.ts'
import { columnTitle, type StopColumn } from './stop-columns.ts'
import classes from './stop-table.module.css'

interface TableHeadProps {
  choices: {
    columns: readonly StopColumn[]
    column: StopColumn | undefined
    isDown: boolean
    setSorting(sorting: Sorting): void
  }
  /** Ids of all rows. */
  stopIds: readonly string[]
}

export const TableHead = memo(function TableHead({ choices, stopIds }: TableHeadProps) {
  const { t } = useTranslation('editor')
  const { columns, column: sorted, isDown, setSorting } = choices
  return (
    <thead className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        <th className={classes.mark} aria-colindex={1}>
          <AllTick stopIds={stopIds} />
          <HeadButton
            label="#"
            title={t('list.route_order')}
            state={sorted ? 'none' : isDown ? 'descending' : 'ascending'}
            onClick={() => setSorting(sorted ? ROUTE_ORDER : { ...ROUTE_ORDER, isDown: !isDown })}
          />
        </th>
        {columns.map((column, at) => {
          const state = sorted !== column ? 'none' : isDown ? 'descending' : 'ascending'
          return (
            <th
              key={column.key}
              className={classes.heading}
              aria-colindex={at + 2}
              aria-sort={state}
              data-number={column.isNumber || undefined}
              style={{ width: column.width }}
            >
              <HeadButton
                label={columnTitle(column, t)}
                state={state}
                onClick={() => setSorting({ by: column.key, isDown: state === 'ascending' })}
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
})

type SortState = 'none' | 'ascending' | 'descending'

interface HeadButtonProps {
  label: string
  title?: string
  state: SortState
  onClick(): void
}

function HeadButton({ label, title, state, onClick }: HeadButtonProps) {
  const { t } = useTranslation('editor')
  const name = title ?? label
  return (
    <button
      type="button"
      className={classes.sort}
      aria-label={t('list.sort_by', { column: name })}
      title={name}
      onClick={onClick}
    >
      <span className={classes.words}>{label}</span>
      {state === 'ascending' && <IconArrowUp size={13} />}
      {state === 'descending' && <IconArrowDown size={13} />}
    </button>
  )
}

/** Selects all rows that the filter leaves, or none. */
function AllTick({ stopIds }: { stopIds: readonly string[] }) {
  const { t } = useTranslation('editor')
  const chosen = useSelection((state) => state.stopIds)
  const count = stopIds.reduce((sum, id) => sum + Number(chosen.has(id)), 0)
  const isAll = count > 0 && count === stopIds.length
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label={t('list.select_all')}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => useSelection.getState().mark(isAll ? [] : stopIds)}
    />
  )
}
