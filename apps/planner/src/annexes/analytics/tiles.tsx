// The figures of the whole period, each with what it rests on and how it changed.
import { SimpleGrid } from '@mantine/core'
import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import {
  type Change,
  changeOfAmount,
  changeOfShare,
  eachOf,
  type Measured,
  shareOf,
} from '@routewright/contract/period-change'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureTile } from '../../shell/figure-tile.tsx'
import { useFormats, useProject } from '../../shell/session.ts'
import own from './analytics.module.css'

interface TilesProps {
  analytics: Analytics
  /** The other period; undefined where nothing is compared. */
  before: Analytics | undefined
}

export function Tiles(props: TilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 5 }} mb="sm">
      <PromiseTiles {...props} />
      <CostTiles {...props} />
      <DrivenTiles {...props} />
    </SimpleGrid>
  )
}

function PromiseTiles({ analytics, before }: TilesProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const { total } = analytics
  const told = (share: Measured) => (share.cases === 0 ? '–' : formats.percent(share.value))
  const stops = ({ total_stops }: AnalyticsFigures) => ({ value: total_stops, cases: total_stops })
  const kept = (of: AnalyticsFigures) => shareOf(of.kept_promises, of.promised_stops)
  const first = (of: AnalyticsFigures) => shareOf(of.first_attempt_stops, of.attempted_stops)
  return (
    <>
      <FigureTile name={t('stops')} value={formats.number(total.total_stops)}>
        {t('done_of', { done: formats.number(total.completed_stops) })}
        <Changed change={before && changeOfAmount(stops(total), stops(before.total))} />
      </FigureTile>
      <FigureTile name={t('kept')} value={told(kept(total))}>
        {t('kept_of', {
          part: formats.number(total.promised_stops),
          whole: formats.number(total.completed_stops),
          agreed: formats.number(total.agreed_stops),
        })}
        <Changed change={before && changeOfShare(kept(total), kept(before.total))} />
      </FigureTile>
      <FigureTile name={t('first_attempt')} value={told(first(total))}>
        {t('tried_of', { whole: formats.number(total.attempted_stops) })},{' '}
        {t('failed', { count: total.canceled_stops + total.incomplete_stops })}
        {total.sender_stops > 0 && <>, {t('sent_back', { count: total.sender_stops })}</>}
        <Changed change={before && changeOfShare(first(total), first(before.total))} />
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

function CostTiles({ analytics, before }: TilesProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const isImperial = useProject().settings.units === 'imperial'
  const { total, times_at_stop: times } = analytics
  const cost = (of: AnalyticsFigures) => eachOf(of.driven_cost, of.priced_stops)
  const perDistance = total.driven_cost / (total.priced_distance / (isImperial ? 1_609.344 : 1_000))
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percent(part / whole))
  return (
    <>
      <FigureTile name={t('cost_per_stop')} value={total.priced_stops ? formats.money(cost(total).value) : '–'}>
        {total.priced_routes === 0
          ? t('no_prices')
          : t('cost_detail', {
              perDistance: total.priced_distance ? formats.money(perDistance) : '–',
              unit: isImperial ? 'mi' : 'km',
              routes: formats.number(total.priced_routes),
              whole: formats.number(total.finished_routes),
            })}
        <Changed change={before && changeOfAmount(cost(total), cost(before.total))} />
      </FigureTile>
      <FigureTile name={t('at_stop_median')} value={times.real === undefined ? '–' : formats.duration(times.real)}>
        {t('at_stop_detail', {
          value: times.planned === undefined ? '–' : formats.duration(times.planned),
          count: formats.number(times.stops),
        })}
      </FigureTile>
      <FigureTile name={t('used')} value={share(total.used_time, total.available_time)}>
        {t('used_detail', { value: share(total.carried_weight, total.weight_capacity) })}
      </FigureTile>
    </>
  )
}

function DrivenTiles({ analytics, before }: TilesProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const { total } = analytics
  const routes = (value: number, of: AnalyticsFigures) => ({ value, cases: of.finished_routes })
  const changed = (measure: (of: AnalyticsFigures) => number) => (
    <Changed
      change={before && changeOfAmount(routes(measure(total), total), routes(measure(before.total), before.total))}
    />
  )
  return (
    <>
      <FigureTile name={t('distance')} value={total.driven_distance ? formats.distance(total.driven_distance) : '–'}>
        <AgainstPlan planned={total.planned_distance} driven={total.driven_distance} write={formats.distance} />
        {changed((of) => of.driven_distance)}
      </FigureTile>
      <FigureTile name={t('time')} value={total.driven_time ? formats.duration(total.driven_time) : '–'}>
        <AgainstPlan planned={total.planned_time} driven={total.driven_time} write={formats.duration} />
        {changed((of) => of.driven_time)}
      </FigureTile>
      <FigureTile name={t('co2e')} value={total.driven_emissions ? formats.weight(total.driven_emissions) : '–'}>
        {t('co2e_detail', {
          planned: formats.weight(total.planned_emissions),
          perStop: total.completed_stops ? formats.weight(total.driven_emissions / total.completed_stops) : '–',
        })}
        {changed((of) => of.driven_emissions)}
      </FigureTile>
    </>
  )
}

interface AgainstPlanProps {
  planned: number
  driven: number
  write(value: number): string
}

/** Nothing while no route of the span is finished: nothing was planned for it either. */
function AgainstPlan({ planned, driven, write }: AgainstPlanProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  if (planned === 0) return null
  const change = formats.percentChange(driven / planned - 1)
  return `${t('planned', { value: write(planned) })} ${t('against_plan', { change })}`
}

/** A line of its own; nothing where nothing is compared or too little is known. */
function Changed({ change }: { change: Change | undefined }): ReactNode {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  if (!change || change.kind === 'few') return null
  const text =
    change.kind === 'points'
      ? t('points', { value: formats.numberChange(change.value, 1) })
      : formats.percentChange(change.value)
  return <div className={own.change}>{text}</div>
}
