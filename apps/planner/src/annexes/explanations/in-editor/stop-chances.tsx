// How a stop came out when its plan was played on many days: when the driver comes, and how often it is late.
import type { Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from '../../../shell/panel.module.css'
import { useFormats } from '../../../shell/session.ts'
import { lateDaysOfTen, usePlanRisk } from '../plan-risk.ts'

export default function StopChances({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const risk = usePlanRisk()?.get(stop.id)
  if (!risk) return null
  const { begins, promise_late_chance } = risk
  const days = lateDaysOfTen(risk)
  return (
    <section className={classes.part} aria-label={t('played.title')}>
      <h3 className={classes.heading}>{t('played.title')}</h3>
      <div>{t('played.band', { from: formats.timeOfDay(begins.p10), to: formats.timeOfDay(begins.p90) })}</div>
      {stop.time_windows.length > 0 && <div>{days ? t('bars.late_on', { days }) : t('played.in_time')}</div>}
      {promise_late_chance !== undefined && (
        <div>{t('played.promise', { chance: formats.percent(promise_late_chance) })}</div>
      )}
      <div className={classes.dim}>{t('played.text')}</div>
    </section>
  )
}
