// Versions of a stop's reports before they were corrected, and reports that were taken back.
import * as operations from '@routewright/client/operations'
import type { ReportVersion, Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from '../shell/panel.module.css'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { ReportPictures } from './stop-reports.tsx'

/** Hidden while every report is in its first version. */
export function StopVersions({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const input = { stop_id: stop.id }
  const { data } = useAnswer(['report_versions', stop.id, stop.updated_at], operations.listReportVersions, input)
  const versions = data?.toReversed() ?? []
  if (versions.length === 0) return null
  return (
    <section className={classes.part} aria-label={t('versions.title')}>
      <h3 className={classes.heading}>{t('versions.title')}</h3>
      {versions.map((version) => (
        <article key={version.id} style={{ marginBottom: 14 }}>
          <Version version={version} />
        </article>
      ))}
    </section>
  )
}

function Version({ version }: { version: ReportVersion }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const reasonText = useReasonText()
  const { type, created_at, ended_as, ended_at, ended_by = 'driver', cancel_reason, comments, packages } = version
  const facts = [
    cancel_reason && reasonText(cancel_reason),
    comments,
    packages.length > 0 && packages.map(({ identifier }) => identifier).join(', '),
  ]
  return (
    <>
      <div>
        <strong>{t(`report.${type}`)}</strong> · {formats.dateTime(created_at)}
      </div>
      <div>{t(`versions.${ended_as}.${ended_by}`, { time: formats.clock(ended_at) })}</div>
      <div className={classes.dim}>{facts.filter(Boolean).join(' · ')}</div>
      <ReportPictures report={version} />
    </>
  )
}
