// A day, or all days of a week plan, in figures: as they would be, and as they are.
import { SimpleGrid } from '@mantine/core'
import type { WeekFigures } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { distanceText } from '../../shell/distance.tsx'
import { FigureTile } from '../../shell/figure-tile.tsx'
import { useFormats } from '../../shell/session.ts'

export function FiguresOfWeek({ before, after }: { before: WeekFigures; after: WeekFigures }) {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const figures = [
    ['stops', ({ stops }: WeekFigures) => formats.number(stops), formats.numberChange],
    ['routes', ({ routes }: WeekFigures) => formats.number(routes), formats.numberChange],
    ['distance', (figures: WeekFigures) => distanceText(figures.distance, figures, formats, t), formats.distanceChange],
    ['time', ({ time }: WeekFigures) => formats.duration(time), formats.durationChange],
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} mt="sm">
      {figures.map(([key, write, writeChange]) => (
        <FigureTile key={key} name={t(`figure.${key}`)} value={write(after)}>
          {before[key] === after[key]
            ? t('as_before')
            : t('before', { value: write(before), change: writeChange(after[key] - before[key]) })}
        </FigureTile>
      ))}
    </SimpleGrid>
  )
}

export function sumOfFigures(all: readonly WeekFigures[]): WeekFigures {
  const sum = (of: (figures: WeekFigures) => number) => all.reduce((total, figures) => total + of(figures), 0)
  return {
    stops: sum(({ stops }) => stops),
    routes: sum(({ routes }) => routes),
    distance: sum(({ distance }) => distance),
    straight_distance: sum(({ straight_distance = 0 }) => straight_distance),
    time: sum(({ time }) => time),
  }
}
