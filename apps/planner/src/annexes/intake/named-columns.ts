// The columns that are imported, by the names that people know them by.

import { type ColumnTarget, findDefinition } from '@routewright/reading/fields'
import { useTranslation } from 'react-i18next'
import { columnNames, useImport } from './import-store.ts'

export interface NamedColumn {
  target: ColumnTarget
  column: number
  name: string
  /** The title in the file. */
  title: string | undefined
}

export function useNamedColumns(): NamedColumn[] {
  const { t } = useTranslation('import')
  const state = useImport()
  const titles = columnNames(state)
  const getName = (target: ColumnTarget, column: number) => {
    if (target === 'custom') return titles[column] || t('nth', { number: column + 1 })
    const definition = findDefinition(target, state.definitions)
    return definition ? definition.label || definition.name : t(`fields.${target}`)
  }
  return state.targets.flatMap((target, column) =>
    target === 'ignore' ? [] : [{ target, column, name: getName(target, column), title: titles[column] }],
  )
}
