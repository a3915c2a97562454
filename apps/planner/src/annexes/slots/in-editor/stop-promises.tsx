// Promises to the recipient of a stop: each window with when and by what it was told, and how it came out.
import * as operations from '@routewright/client/operations'
import type { ArrivalPromise, Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from '../../../shell/panel.module.css'
import { useFormats } from '../../../shell/session.ts'
import { useAnswer } from '../../../shell/use-answer.ts'

/** The latest are what a caller asks for. */
const shown = 4

export default function StopPromises({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const { data } = useAnswer(['promises', stop.id, stop.updated_at], operations.listStopPromises, { stop_id: stop.id })
  const promises = data?.docs.slice(-shown).reverse() ?? []
  if (promises.length === 0) return null
  return (
    <section className={classes.part} aria-label={t('promised.title')}>
      <h3 className={classes.heading}>{t('promised.title')}</h3>
      {promises.map((promise) => (
        <Told key={promise.id} promise={promise} />
      ))}
    </section>
  )
}

function Told({ promise }: { promise: ArrivalPromise }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { window_from, window_to, told_at, told_by, share, outcome, seconds_off = 0 } = promise
  const cameOut = outcome && t(`promised.outcome.${outcome}`, { off: formats.duration(Math.abs(seconds_off)) })
  return (
    <div style={{ marginBottom: 8 }}>
      <div>
        <strong>
          {formats.clock(window_from)} – {formats.clock(window_to)}
        </strong>
        {share !== undefined && ` · ${t('promised.holds', { count: Math.round(share * 100) })}`}
      </div>
      <div className={classes.dim}>
        {[t(`promised.by.${told_by}`, { moment: formats.dateTime(told_at) }), cameOut].filter(Boolean).join(' · ')}
      </div>
    </div>
  )
}
