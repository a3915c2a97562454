// Which minutes of driving are shown, up to three at once.
import { Chip, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './forms.module.css'
import { mostAreas } from './reach-areas.ts'

const offeredMinutes = [5, 10, 15, 20, 30, 45, 60]

export function MinutesChoice({
  minutes,
  onChange,
}: {
  minutes: readonly number[]
  onChange(minutes: number[]): void
}) {
  const { t } = useTranslation('reach')
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('minutes')}</legend>
      <Chip.Group
        multiple
        value={minutes.map(String)}
        onChange={(values) => onChange(values.map(Number).sort((a, b) => a - b))}
      >
        <Group gap={6}>
          {offeredMinutes.map((value) => (
            <Chip
              key={value}
              value={String(value)}
              size="sm"
              disabled={minutes.length >= mostAreas && !minutes.includes(value)}
            >
              {value}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  )
}
