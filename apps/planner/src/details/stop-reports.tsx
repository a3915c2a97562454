// What drivers reported about a stop: when, how, with their photos and the signature.
import type { Report } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from '../shell/panel.module.css'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats } from '../shell/session.ts'
import { smallPicture } from '../shell/small-picture.ts'
import details from './details.module.css'

export function StopReports({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const reasonText = useReasonText()
  if (reports.length === 0) return null
  return (
    <section className={classes.part} aria-label={t('reports')}>
      <h3 className={classes.heading}>{t('reports')}</h3>
      {reports.map((report) => (
        <article key={report.id} style={{ marginBottom: 14 }}>
          <div>
            <strong>{t(`report.${report.type}`)}</strong> · {formats.dateTime(report.created_at)}
          </div>
          <div className={classes.dim}>
            {[
              report.cancel_reason && reasonText(report.cancel_reason),
              report.comments,
              report.location_distance === undefined
                ? undefined
                : t('report_distance', { distance: formats.distance(report.location_distance) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
          <div className={details.photos}>
            {report.images.map(({ id, url }) => (
              <a key={id} href={url} target="_blank" rel="noreferrer">
                <img src={smallPicture(url)} alt={t('photo')} loading="lazy" />
              </a>
            ))}
            {report.signature && (
              <a href={report.signature.url} target="_blank" rel="noreferrer">
                <img src={report.signature.url} alt={t('signature')} loading="lazy" />
              </a>
            )}
          </div>
        </article>
      ))}
    </section>
  )
}
