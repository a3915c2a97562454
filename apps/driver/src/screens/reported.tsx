// The report of a stop as the office has it: time, taker, parcels, photos, signature; to be corrected or taken back.
import type { DriverStop, FileReference, Report } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { show } from '../parts/screens.ts'
import { Sheet } from '../parts/sheet.tsx'
import { usePictureAddress } from '../proof/photos.tsx'
import { takerText } from '../proof/taker.ts'
import { findAmendable, listReports, takeReportBack } from '../route/amendments.ts'
import { paymentText } from '../route/payment.ts'
import { pathOfImage } from '../route/refresh.ts'
import type { RouteView } from '../route/use-route.ts'
import { reasonWord } from './failed.tsx'

export function Reported({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const reports = listReports(view, stop)
  if (reports.length === 0) return null
  const amendable = findAmendable(view, stop)
  return (
    <section className="part reported" aria-label={t('reported.title')}>
      <h2>{t('reported.title')}</h2>
      {reports.map((report) => (
        <article key={report.id}>
          <Said view={view} report={report} />
          <Pictures report={report} />
          {report.id === amendable?.id && <Amending view={view} stop={stop} report={report} />}
        </article>
      ))}
    </section>
  )
}

function Said({ view, report }: { view: RouteView; report: Report }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const { type, created_at, amended_at, cancel_reason, packages, payment_collected, reporter } = report
  const isHanded = view.calls.some(({ id, state }) => id === report.client_id && state === 'handed')
  const reason = cancel_reason && getReason(view, cancel_reason, t)
  return (
    <>
      <p className="row">
        <strong className="grow">{t(`queue.report.${type}`)}</strong>
        <span>{formats.clock(created_at)}</span>
      </p>
      {reason && <p>{reason}</p>}
      {payment_collected && <p>{paymentText(payment_collected, formats, t)}</p>}
      {takerText(report, t) && <p>{takerText(report, t)}</p>}
      {packages.length > 0 && (
        <p>
          {t('proof.parcels')}: {packages.map(({ identifier }) => identifier).join(', ')}
        </p>
      )}
      {ownComments(report, t) && <p className="written">{ownComments(report, t)}</p>}
      {reporter !== 'driver' && <p className="dim">{t('reported.byOffice')}</p>}
      {isHanded && <p className="dim">{t('queue.handed')}</p>}
      {amended_at && <p className="dim">{t('reported.corrected', { time: formats.clock(amended_at) })}</p>}
    </>
  )
}

function getReason({ session }: RouteView, id: string, t: TFunction): string {
  return reasonWord(session.cancel_reasons.find((reason) => reason.id === id) ?? { id }, t)
}

/** The comments without the line that says who took it, which stands above them. */
function ownComments(report: Report, t: TFunction): string {
  const line = takerText(report, t)
  const { comments = '' } = report
  return line && comments.startsWith(line) ? comments.slice(line.length).trim() : comments
}

function Pictures({ report: { images, signature } }: { report: Report }) {
  const { t } = useTranslation()
  if (images.length === 0 && !signature) return null
  return (
    <div className="photos">
      {images.map((image) => (
        <Picture key={image.id} image={image} />
      ))}
      {signature && <img className="signed" src={addressOfSignature(signature)} alt={t('proof.signature')} />}
    </div>
  )
}

/** A signature that was not sent yet is its own address. */
export function addressOfSignature(signature: Pick<FileReference, 'url'>): string {
  return signature.url.startsWith('data:') ? signature.url : pathOfImage(signature)
}

function Picture({ image }: { image: FileReference }) {
  const { t } = useTranslation()
  const address = usePictureAddress(image)
  if (!address) return <div className="photo" />
  return (
    <a className="photo" href={address} target="_blank" rel="noreferrer">
      <img
        src={address}
        alt={t('proof.photo')}
        onError={(event) => event.currentTarget.closest('.photo')?.classList.add('missing')}
      />
      <span>{t('stop.photoMissing')}</span>
    </a>
  )
}

function Amending({ view, stop, report }: { view: RouteView; stop: DriverStop; report: Report }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const takeBack = async () => {
    await takeReportBack(view, stop, report)
    setAsking(false)
  }
  return (
    <div className="row actions">
      <Button look="second" icon="note" text={t('reported.correct')} onClick={() => show('stop', stop.id, 'amend')} />
      <Button look="quiet" text={t('reported.takeBack')} onClick={() => setAsking(true)} />
      {isAsking && (
        <Sheet title={t('reported.takeBack')} onClose={() => setAsking(false)}>
          <p>{t('reported.takeBackText')}</p>
          <Button look="main" text={t('reported.takeBackYes')} onClick={takeBack} />
          <Button look="quiet" text={t('reported.takeBackNo')} onClick={() => setAsking(false)} />
        </Sheet>
      )}
    </div>
  )
}
