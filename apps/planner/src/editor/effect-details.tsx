// An effect in figures and names.
import type { EditAnswer } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { computeEffect, effectText, getDetails, type RouteChange } from '../plan/effect.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { getReason } from '../plan/warnings.ts'
import { distanceChangeText } from '../shell/distance.tsx'
import panel from '../shell/panel.module.css'
import { PromiseList } from '../shell/promise-list.tsx'
import { RouteSwatch } from '../shell/route-swatch.tsx'
import { useFormats } from '../shell/session.ts'
import classes from './effect-details.module.css'

const MOST_NAMES = 12

export function EffectDetails({ answer }: { answer: EditAnswer }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { orders } = usePlanData()
  const getName = useStopNames()
  const { routes, late, broken, leaving, staying } = getDetails(answer, orders)
  return (
    <>
      <p className={classes.total} role="status">
        {routes.length === 0 ? t('effect.nothing') : effectText(computeEffect(answer), formats, t)}
      </p>
      {routes.length > 0 && <RouteTable routes={routes} />}
      {routes.map((route) => (
        <Joining key={route.routeId} route={route} />
      ))}
      {answer.broken_promises && (
        <section aria-label={t('shell:consent.heading')}>
          <h3 className={panel.heading}>{t('shell:consent.heading')}</h3>
          <PromiseList promises={answer.broken_promises} />
        </section>
      )}
      <Named title={t('effect.leave')} lines={leaving.map(getName)} />
      <Named title={t('effect.late')} lines={late.map(getName)} isBad />
      <Named
        title={t('effect.broken')}
        lines={broken.map((rule) => `${getName(rule.stopId)}: ${getReason(rule, t)}`)}
        isBad
      />
      <Named
        title={t('effect.stay')}
        lines={staying.map(({ id, message = '', message_id = '' }) => {
          return `${getName(id)}: ${getReason({ code: message_id, message }, t)}`
        })}
        isBad
      />
    </>
  )
}

function RouteTable({ routes }: { routes: readonly RouteChange[] }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const data = usePlanData()
  return (
    <table className={panel.numbers}>
      <thead>
        <tr>
          <th>{t('route')}</th>
          <th>{t('stops')}</th>
          <th>{t('effect.time')}</th>
          <th>{t('distance')}</th>
        </tr>
      </thead>
      <tbody>
        {routes.map(({ routeId, stops, durationSeconds, way }) => {
          const route = data.routes.find(({ id }) => id === routeId)
          return (
            <tr key={routeId}>
              <th scope="row">
                {route && <RouteSwatch route={route} index={data.routes.indexOf(route)} />}{' '}
                {route ? routeName(route) : ''}
              </th>
              <td>
                {formats.number(stops.before)} → {formats.number(stops.after)}
              </td>
              <td>{formats.durationChange(durationSeconds)}</td>
              <td>{distanceChangeText(way.distance, way, formats, t)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The stops that come to a route, and when it meets the vehicle that gives them. */
function Joining({ route: { routeId, joining } }: { route: RouteChange }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { routes, stops } = usePlanData()
  const getName = useStopNames()
  const route = routes.find(({ id }) => id === routeId)
  const known = joining.filter(({ stopId }) => stops.has(stopId))
  const meeting = joining.find(({ stopId }) => !stops.has(stopId))
  if (!route || known.length === 0) return null
  return (
    <Named title={t('effect.takes', { route: routeName(route) })} lines={known.map(({ stopId }) => getName(stopId))}>
      {meeting?.arrivalSeconds !== undefined && (
        <li>{t('effect.meets', { time: formats.timeOfDay(meeting.arrivalSeconds) })}</li>
      )}
    </Named>
  )
}

interface NamedProps {
  title: string
  lines: readonly string[]
  isBad?: boolean
  /** Content before the lines. */
  children?: ReactNode
}

function Named({ title, lines, isBad = false, children }: NamedProps) {
  const { t } = useTranslation('editor')
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={panel.heading}>{title}</h3>
      <ul className={classes.names} data-bad={isBad || undefined}>
        {children}
        {lines.slice(0, MOST_NAMES).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two stops may have one name, and the lines never change places
          <li key={place}>{line}</li>
        ))}
        {lines.length > MOST_NAMES && <li>{t('and_more', { count: lines.length - MOST_NAMES })}</li>}
      </ul>
    </section>
  )
}

function useStopNames(): (stopId: string) => string {
  const { stops } = usePlanData()
  return (stopId) => {
    const stop = stops.get(stopId)
    return stop ? stopName(stop) : ''
  }
}
