// How far the day is, over all its plans.
import { SimpleGrid } from '@mantine/core'
import type { Today } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useDistanceText } from '../shell/distance.tsx'
import { FigureTile } from '../shell/figure-tile.tsx'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { useFormats } from '../shell/session.ts'

export function DayFigures({ today }: { today: Today }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const distanceText = useDistanceText()
  const { figures, routes_on_road, planned_meters, straight_meters, driven_meters } = today
  const { total_stops, completed_stops, pending_stops, timed_stops, on_time_stops } = figures
  const failed = figures.canceled_stops + figures.incomplete_stops
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
      <FigureTile name={t('stops_done')} value={t('of', numbers(formats.number, completed_stops, total_stops))}>
        <ProgressBar counts={figures} />
        {[t('open', { count: pending_stops }), failed > 0 && t('failed', { count: failed })]
          .filter(Boolean)
          .join(' · ')}
      </FigureTile>
      <FigureTile name={t('on_road')} value={t('of', numbers(formats.number, routes_on_road, figures.total_routes))}>
        {t('finished', { count: figures.finished_routes })}
      </FigureTile>
      <FigureTile name={t('driven')} value={formats.distance(driven_meters)}>
        {t('planned', { value: distanceText(planned_meters, { straight_distance: straight_meters }) })}
      </FigureTile>
      <FigureTile name={t('on_time')} value={timed_stops === 0 ? '–' : formats.percent(on_time_stops / timed_stops)}>
        {t('on_time_of', numbers(formats.number, on_time_stops, timed_stops))}
      </FigureTile>
    </SimpleGrid>
  )
}

function numbers(write: (value: number) => string, part: number, whole: number) {
  return { part: write(part), whole: write(whole) }
}
