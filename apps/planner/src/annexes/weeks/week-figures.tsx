// A day, or all days of a week plan, in figures: as they would be, and as they are.
import { SimpleGrid } from '@mantine/core'
import type { WeekFigures } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { FigureTile } from '../../shell/figure-tile.tsx'
import { useFormats } from '../../shell/session.ts'

export function FiguresOfWeek({ before, after }: { before: WeekFigures; after: WeekFigures }) {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const figures = [
    ['stops', formats.number, formats.numberChange],
    ['routes', formats.number, formats.numberChange],
    ['distance', formats.distance, formats.distanceChange],
    ['time', formats.duration, formats.durationChange],
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} mt="sm">
      {figures.map(([key, write, writeChange]) => (
        <FigureTile key={key} name={t(`figure.${key}`)} value={write(after[key])}>
          {before[key] === after[key]
            ? t('as_before')
            : t('before', { value: write(before[key]), change: writeChange(after[key] - before[key]) })}
        </FigureTile>
      ))}
    </SimpleGrid>
  )
}

export function sumOfFigures(all: readonly WeekFigures[]): WeekFigures {
  const sum = (key: keyof WeekFigures) => all.reduce((total, figures) => total + figures[key], 0)
  return { stops: sum('stops'), routes: sum('routes'), distance: sum('distance'), time: sum('time') }
}
