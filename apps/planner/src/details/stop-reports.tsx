// Reports of a stop, by its driver or by hand: when, how, with photos and the signature.
import { Button } from '@mantine/core'
import type { Report, Stop } from '@routewright/contract'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { stopName } from '../plan/plan-data.ts'
import { takeBackReport } from '../plan/report-edits.ts'
import classes from '../shell/panel.module.css'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { smallPicture } from '../shell/small-picture.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import details from './details.module.css'
import { paymentText } from './payment-text.ts'

/** Less than this is no doubt to speak of. */
const DOUBTFUL_SECONDS = 60

export function StopReports({ stop }: { stop: Stop }) {
  const { reports } = stop
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
            {(report.moment_within ?? 0) >= DOUBTFUL_SECONDS && ` ± ${formats.duration(report.moment_within ?? 0)}`}
          </div>
          {report.amended_at && (
            <div className={classes.dim}>{t('versions.corrected', { time: formats.clock(report.amended_at) })}</div>
          )}
          <div className={classes.dim}>
            {[
              report.reporter === 'dispatcher' && t('by_hand.by_dispatcher'),
              report.cancel_reason && reasonText(report.cancel_reason),
              report.payment_collected && paymentText(report.payment_collected, t, formats),
              report.comments,
              report.location_distance === undefined
                ? undefined
                : t('report_distance', { distance: formats.distance(report.location_distance) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
          <ReportPictures report={report} />
          {report === reports.at(-1) && <TakeBack stop={stop} report={report} />}
        </article>
      ))}
    </section>
  )
}

/** The photos of a report and its signature, each leading to the whole picture. */
export function ReportPictures({ report }: { report: Pick<Report, 'images' | 'signature'> }) {
  const { t } = useTranslation('editor')
  return (
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
  )
}

/** For as long as nobody has acted on it; the service says so where somebody has. */
function TakeBack({ stop, report }: { stop: Stop; report: Report }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const { isBusy, failure, run } = useAction()
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        mt={6}
        loading={isBusy}
        disabled={!mayPlan}
        leftSection={<IconArrowBackUp size={14} />}
        onClick={() => void run(() => takeBackReport(report), t('by_hand.taken_back', { what: stopName(stop) }))}
      >
        {t('by_hand.take_back')}
      </Button>
      <Refusal text={failure} mt={6} />
    </>
  )
}
