// Above the table: the filter that the whole plan shares, how many stops it leaves, which columns, and the way back to the map.
import { Popover } from '@mantine/core'
import { IconColumns3, IconMap2 } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorView } from '../plan/editor-view.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useFormats } from '../shell/session.ts'
import { ColumnChoices } from './column-choices.tsx'
import { useStopColumns, type useTableChoices } from './list-choices.ts'
import { ListFilter } from './list-filter.tsx'
import classes from './list-tools.module.css'

interface TableToolsProps {
  choices: ReturnType<typeof useTableChoices>
  /** Stops that the filter leaves. */
  count: number
  all: number
}

export const TableTools = memo(function TableTools({ choices, count, all }: TableToolsProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const columns = useStopColumns()
  const { setView, isNarrow } = useEditorView()
  const shown = formats.number(count)
  return (
    <div className={classes.tools} data-wide>
      <ListFilter />
      <span className={classes.count} role="status">
        {count === all ? t('stops_count', { count }) : t('list.count_of', { shown, all: formats.number(all) })}
      </span>
      <Popover position="bottom-end" withinPortal shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <IconButton icon={IconColumns3} label={t('list.columns')} title={t('list.columns')} />
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('list.columns')}>
          <ColumnChoices
            label={t('list.columns')}
            columns={columns}
            chosen={choices.columns}
            onChoose={choices.setColumns}
          />
        </Popover.Dropdown>
      </Popover>
      {!isNarrow && (
        <IconButton
          icon={IconMap2}
          label={t('list.map')}
          title={`${t('list.map')} (T)`}
          onClick={() => setView('map')}
        />
      )}
    </div>
  )
})
