// Which columns are shown: one tick each, in a part that scrolls.
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './list-tools.module.css'
import { columnTitle, type StopColumn } from './stop-columns.ts'

interface ColumnChoicesProps {
  label: string
  columns: readonly StopColumn[]
  chosen: readonly StopColumn[]
  onChoose(keys: readonly string[]): void
}

export function ColumnChoices({ label, columns, chosen, onChoose }: ColumnChoicesProps) {
  const { t } = useTranslation('editor')
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{label}</legend>
      {columns.map((column) => {
        const isChosen = chosen.includes(column)
        return (
          <Checkbox
            key={column.key}
            size="xs"
            label={columnTitle(column, t)}
            checked={isChosen}
            onChange={() =>
              onChoose(
                isChosen
                  ? chosen.flatMap(({ key }) => (key === column.key ? [] : [key]))
                  : [...chosen.map(({ key }) => key), column.key],
              )
            }
          />
        )
      })}
    </fieldset>
  )
}
