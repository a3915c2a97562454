// Figures that have no picture: what they rest on, and what they were before.
import { SimpleGrid } from '@mantine/core'
import type { Analytics } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { FigureTile } from '../../shell/figure-tile.tsx'
import { useFormats, useProject } from '../../shell/session.ts'
import { type MeasureName, writeBefore, writeFigure } from './measured-figures.ts'

interface TilesProps {
  analytics: Analytics
  /** The other period; undefined where nothing is compared. */
  before: Analytics | undefined
}

export function Tiles(props: TilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 3 }} my="sm">
      <ComparedTiles {...props} />
      <PlainTiles analytics={props.analytics} />
    </SimpleGrid>
  )
}

function ComparedTiles({ analytics, before }: TilesProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const { total } = analytics
  return (
    <>
      <FigureTile name={t('first_attempt')} value={writeFigure('first_attempt', total, formats)}>
        {t('tried_of', { whole: formats.number(total.attempted_stops) })},{' '}
        {t('failed', { count: total.canceled_stops + total.incomplete_stops })}
        {total.sender_stops > 0 && <>, {t('sent_back', { count: total.sender_stops })}</>}
        <Before name="first_attempt" analytics={analytics} before={before} />
      </FigureTile>
      <CostTile analytics={analytics} before={before} />
      <FigureTile name={t('time')} value={writeFigure('time', total, formats)}>
        {total.planned_time > 0 && t('planned', { value: formats.duration(total.planned_time) })}
        <Before name="time" analytics={analytics} before={before} />
      </FigureTile>
    </>
  )
}

function PlainTiles({ analytics: { total, times_at_stop: times } }: Pick<TilesProps, 'analytics'>) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percent(part / whole))
  return (
    <>
      <FigureTile name={t('at_stop_median')} value={times.real === undefined ? '–' : formats.duration(times.real)}>
        {t('at_stop_detail', {
          value: times.planned === undefined ? '–' : formats.duration(times.planned),
          count: formats.number(times.stops),
        })}
      </FigureTile>
      <FigureTile name={t('used')} value={share(total.used_time, total.available_time)}>
        {t('used_detail', { value: share(total.carried_weight, total.weight_capacity) })}
      </FigureTile>
      <FigureTile
        name={t('rating')}
        value={total.average_rating === undefined ? '–' : `${formats.number(total.average_rating, 1)} / 5`}
      >
        {t('ratings', { count: total.ratings })}
      </FigureTile>
    </>
  )
}

function CostTile({ analytics, before }: TilesProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const isImperial = useProject().settings.units === 'imperial'
  const { total } = analytics
  const perDistance = total.driven_cost / (total.priced_distance / (isImperial ? 1_609.344 : 1_000))
  return (
    <FigureTile name={t('cost_per_stop')} value={writeFigure('cost_per_stop', total, formats)}>
      {total.priced_routes === 0
        ? t('no_prices')
        : t('cost_detail', {
            perDistance: total.priced_distance ? formats.money(perDistance) : '–',
            unit: isImperial ? 'mi' : 'km',
            routes: formats.number(total.priced_routes),
            whole: formats.number(total.finished_routes),
          })}
      <Before name="cost_per_stop" analytics={analytics} before={before} />
    </FigureTile>
  )
}

/** A line of its own; nothing where nothing is compared or too little is known. */
export function Before({ name, analytics, before }: TilesProps & { name: MeasureName }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const value = before && writeBefore(name, analytics.total, before.total, formats)
  return value === undefined ? null : <div>{t('was', { value })}</div>
}
