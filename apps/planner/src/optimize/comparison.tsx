// Before and after an optimization: the plan as a whole, then the routes that change.
import type { ComparedRoute, OptimizationRun, PlanComparison } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { computeCompactness } from '../plan/compactness.ts'
import { type PlanData, routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useShownPlan, withProposal } from '../plan/proposal.ts'
import { computeDistanceChange, Distance, distanceChangeText } from '../shell/distance.tsx'
import classes from '../shell/panel.module.css'
import { RouteSwatch } from '../shell/route-swatch.tsx'
import { Sections } from '../shell/sections.tsx'
import { useFormats } from '../shell/session.ts'
import { CostCurve } from './cost-curve.tsx'
import { saysMoved } from './says-moved.ts'
import { findTone } from './tone-of.ts'

/** For each row: the figure's name, the format of its value, and the name of the format of its change. */
const figureRows = [
  ['unassigned', (formats: Formats, value: number) => formats.number(value), 'numberChange'],
  ['late_stops', (formats: Formats, value: number) => formats.number(value), 'numberChange'],
  ['routes', (formats: Formats, value: number) => formats.number(value), 'numberChange'],
  ['distance', (formats: Formats, value: number) => formats.distance(value), 'distanceChange'],
  ['duration', (formats: Formats, value: number) => formats.duration(value), 'durationChange'],
  ['cost', (formats: Formats, value: number) => formats.money(value), 'moneyChange'],
  // In percent; its change in points of it.
  ['overlap', (formats: Formats, value: number) => formats.percent(value / 100), 'numberChange'],
  ['crossings', (formats: Formats, value: number) => formats.number(value), 'numberChange'],
  // Only of runs that were asked to keep to known places.
  ['new_places', (formats: Formats, value: number) => formats.number(value), 'numberChange'],
] as const

/** Comparison of one of the plans that a run found. */
export function Comparison({ comparison, run }: { comparison: PlanComparison; run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  return (
    <>
      <PlanFigures comparison={comparison} run={run} />
      {saysMoved(comparison) && <p className={classes.dim}>{t('moved', { count: comparison.moved_stops })}</p>}
      <CostCurve curve={run.curve} />
      <h3 className={classes.next}>{t('by_route')}</h3>
      <RouteFigures comparison={comparison} />
    </>
  )
}

interface PartProps {
  comparison: PlanComparison
}

/** A first plan has nothing to be better or worse than. */
function PlanFigures({ comparison, run }: PartProps & { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { before, after } = useWholeFigures(comparison)
  const isFirst = before.routes === 0
  const shown = figureRows.filter(
    ([name]) =>
      (name !== 'cost' || before.cost + after.cost > 0) && (name !== 'new_places' || after.new_places !== undefined),
  )
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th>{t('comparison')}</th>
          {!isFirst && <th>{t('before')}</th>}
          <th>{t(isFirst ? 'first_plan' : 'after')}</th>
          {!isFirst && <th>{t('change')}</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map(([name, write, writeChange]) => {
          const [was, is] = [before[name] ?? 0, after[name] ?? 0]
          const change = is - was
          return (
            <tr key={name}>
              <th scope="row">{t(`figure.${name}`)}</th>
              {!isFirst && <td>{name === 'distance' ? <Distance of={before} /> : write(formats, was)}</td>}
              <td>{name === 'distance' ? <Distance of={after} /> : write(formats, is)}</td>
              {!isFirst && (
                <td className={findTone(change)}>
                  {name === 'distance'
                    ? distanceChangeText(change, computeDistanceChange(before, after), formats, t)
                    : formats[writeChange](change)}
                </td>
              )}
            </tr>
          )
        })}
        {/* Only the cheapest plan was played on many days. */}
        {comparison === run.comparison && <Sections at="optimize.figures" runId={run.id} isFirst={isFirst} />}
      </tbody>
    </table>
  )
}

/** With how far routes keep to areas of their own, which only the map tells. */
function useWholeFigures(comparison: PlanComparison) {
  const data = usePlanData()
  return useMemo(
    () => ({
      before: { ...comparison.before, ...areaFigures(data) },
      after: { ...comparison.after, ...areaFigures(withProposal(data, comparison)) },
    }),
    [data, comparison],
  )
}

function areaFigures(data: PlanData) {
  const { overlap, crossings } = computeCompactness(data)
  return { overlap: Math.round(100 * overlap), crossings }
}

function RouteFigures({ comparison }: PartProps) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { routes } = useShownPlan()
  const isUsed = ({ before, after }: ComparedRoute) => before.stops + after.stops > 0
  const used = comparison.routes.filter(isUsed)
  const unusedCount = comparison.routes.length - used.length
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th>{t('route')}</th>
          <th>{t('figure.stops')}</th>
          <th>{t('figure.distance')}</th>
          <th>{t('figure.duration')}</th>
        </tr>
      </thead>
      <tbody>
        {used.map((route) => (
          <tr key={route.route_id}>
            <th scope="row">
              <ComparedName compared={route} index={routes.findIndex(({ id }) => id === route.route_id)} />
            </th>
            <td>
              {route.before.stops === route.after.stops || comparison.before.routes === 0
                ? formats.number(route.after.stops)
                : `${formats.number(route.before.stops)} → ${formats.number(route.after.stops)}`}
            </td>
            <td>
              <Distance of={route.after} />
            </td>
            <td>{formats.duration(route.after.duration)}</td>
          </tr>
        ))}
        {unusedCount > 0 && (
          <tr>
            <td colSpan={4} className={classes.dim} style={{ textAlign: 'start' }}>
              {t('editor:unused', { count: unusedCount })}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** In the colour that the map, the list and the timeline show it in. */
function ComparedName({ compared, index }: { compared: ComparedRoute; index: number }) {
  const { routes } = useShownPlan()
  const route = routes[index]
  if (!route) return compared.label ?? '–'
  return (
    <>
      <RouteSwatch route={route} index={index} /> {routeName(route)}
    </>
  )
}
