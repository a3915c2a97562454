// How the list is looked at: its groups, its order and what stands in each row; and why a stop's place cannot be changed there.
import { Button, Popover, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSortAscending, IconSortDescending, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useEditorView } from '../plan/editor-view.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { type Grouping, groupings, ROUTE_ORDER } from './arrange-stops.ts'
import { ColumnChoices } from './column-choices.tsx'
import { type useListChoices, useStopColumns } from './list-choices.ts'
import { ListFilter } from './list-filter.tsx'
import classes from './list-tools.module.css'
import { columnTitle } from './stop-columns.ts'

export type ListChoices = ReturnType<typeof useListChoices>

export function ListTools({ choices }: { choices: ListChoices }) {
  const { t } = useTranslation('editor')
  const { setView, isNarrow } = useEditorView()
  return (
    <div className={classes.tools}>
      <ListFilter />
      <Popover position="bottom-start" withinPortal shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <IconButton icon={IconAdjustmentsHorizontal} label={t('list.arrange')} title={t('list.arrange')} />
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('list.arrange')}>
          <ListOrder choices={choices} />
        </Popover.Dropdown>
      </Popover>
      {!isNarrow && (
        <IconButton
          icon={IconTable}
          label={t('list.table')}
          title={`${t('list.table')} (T)`}
          onClick={() => setView('table')}
        />
      )}
    </div>
  )
}

/** Inside a popover: a list of its own in a portal would close it. */
const inPlace = { withinPortal: false }

function ListOrder({ choices }: { choices: ListChoices }) {
  const { t } = useTranslation('editor')
  const columns = useStopColumns()
  const { grouping, setGrouping, column, isDown, setSorting, details, setDetails } = choices
  const by = column?.key ?? ROUTE_ORDER.by
  return (
    <>
      <Select
        label={t('list.group')}
        data={groupings.map((value) => ({ value, label: t(`list.groups.${value}`) }))}
        value={grouping}
        allowDeselect={false}
        comboboxProps={inPlace}
        onChange={(value) => setGrouping(value as Grouping)}
      />
      <div className={classes.order}>
        <Select
          label={t('list.sort')}
          data={[
            { value: ROUTE_ORDER.by, label: t('list.route_order') },
            ...columns.map((column) => ({ value: column.key, label: columnTitle(column, t) })),
          ]}
          value={by}
          allowDeselect={false}
          comboboxProps={inPlace}
          onChange={(value) => setSorting({ by: value ?? ROUTE_ORDER.by, isDown: false })}
        />
        <IconButton
          icon={isDown ? IconSortDescending : IconSortAscending}
          label={t('list.turn')}
          title={t('list.turn')}
          aria-pressed={isDown}
          onClick={() => setSorting({ by, isDown: !isDown })}
        />
      </div>
      <ColumnChoices
        label={t('list.in_rows')}
        columns={columns.filter(({ isInRow }) => !isInRow)}
        chosen={details}
        onChoose={setDetails}
      />
    </>
  )
}

/** Hidden while the list is in the order of the routes. */
export function WhyNotByHand({ choices }: { choices: ListChoices }) {
  const { t } = useTranslation('editor')
  const order = getOrder(choices)
  if (order === 'route') return null
  const { setGrouping, setSorting } = choices
  const reset = () => {
    setGrouping('route')
    setSorting(ROUTE_ORDER)
  }
  return (
    <div className={classes.why} role="status">
      <span>{t(order === 'sorted' ? 'list.sorted_routes' : 'list.without_routes')}</span>
      <Button size="compact-xs" variant="light" className={classes.back!} onClick={reset}>
        {t('list.back_to_order')}
      </Button>
    </div>
  )
}

/** `route`: rows stand as they are driven. `sorted`: below their routes in another order. `apart`: not below routes. */
export type ListOrderKind = 'route' | 'sorted' | 'apart'

export function getOrder({
  grouping,
  column,
  isDown,
}: Pick<ListChoices, 'grouping' | 'column' | 'isDown'>): ListOrderKind {
  if (grouping !== 'route') return 'apart'
  return column || isDown ? 'sorted' : 'route'
}
