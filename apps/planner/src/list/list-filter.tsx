// The text that the list is filtered by.
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFilter } from '../plan/commands.ts'
import { useSelection } from '../plan/selection.ts'
import { useCommand } from '../shell/commands.ts'
import classes from './stop-list.module.css'

export function ListFilter() {
  const { t } = useTranslation('editor')
  const filter = useSelection((state) => state.filter)
  const input = useRef<HTMLInputElement>(null)
  useCommand(focusFilter, () => input.current?.focus())
  return (
    <div className={classes.filter}>
      <TextInput
        ref={input}
        type="search"
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconSearch size={15} />}
        value={filter}
        onChange={({ currentTarget: { value } }) => useSelection.getState().setFilter(value)}
      />
    </div>
  )
}
