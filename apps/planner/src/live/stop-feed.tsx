// What drivers reported, latest first, with their photos.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { routeName, stopName } from '../editor/plan-data.ts'
import { usePlanData } from '../editor/plan-store.ts'
import { useSelection } from '../editor/selection.ts'
import { useFormats } from '../shell/session.ts'
import classes from './live-panel.module.css'

const SHOWN = 120

export function StopFeed() {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const { stops, routes } = usePlanData()
  const entries = useMemo(
    () =>
      [...stops.values()]
        .flatMap((stop) => stop.reports.map((report) => ({ stop, report })))
        .sort((a, b) => (a.report.created_at < b.report.created_at ? 1 : -1))
        .slice(0, SHOWN),
    [stops],
  )
  if (entries.length === 0) return <p className={classes.calm}>{t('no_reports')}</p>
  return (
    <ul className={classes.list}>
      {entries.map(({ stop, report }) => {
        const route = routes.find(({ id }) => id === stop.route_id)
        return (
          <li key={report.id} className={classes.card}>
            <button type="button" className={classes.main} onClick={() => useSelection.getState().select([stop.id])}>
              <span className={classes.words}>
                <strong>
                  {formats.clock(report.created_at)} · {t(`editor:report.${report.type}`)}
                </strong>
                <span>{[stopName(stop), route && routeName(route)].filter(Boolean).join(' · ')}</span>
                {(report.cancel_reason || report.comments) && (
                  <span>{[report.cancel_reason, report.comments].filter(Boolean).join(' · ')}</span>
                )}
              </span>
            </button>
            {report.images.length > 0 && (
              <div className={classes.photos}>
                {report.images.slice(0, 4).map(({ id, url }) => (
                  <a key={id} href={url} target="_blank" rel="noreferrer">
                    <img src={url} alt={t('editor:photo')} loading="lazy" />
                  </a>
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
