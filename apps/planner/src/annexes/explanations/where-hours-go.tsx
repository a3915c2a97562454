// One picture of the working hours of a plan: what is driven with goods and without, worked, waited, rested, and left over.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownPlan } from '../../plan/proposal.ts'
import panel from '../../shell/panel.module.css'
import { useFormats } from '../../shell/session.ts'
import { hourKinds, spentHours } from './spent-hours.ts'
import classes from './where-hours-go.module.css'

export default function WhereHoursGo() {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const data = useShownPlan()
  const spent = useMemo(() => spentHours(data), [data])
  const total = hourKinds.reduce((sum, kind) => sum + spent[kind], 0)
  if (total === 0) return null
  const used = hourKinds.filter((kind) => spent[kind] > 0)
  return (
    <section className={panel.part} aria-label={t('hours.title')}>
      <h3 className={panel.heading}>{t('hours.title')}</h3>
      <div className={classes.bar} aria-hidden="true">
        {used.map((kind) => (
          <span key={kind} className={classes.piece} data-kind={kind} style={{ flexGrow: spent[kind] }} />
        ))}
      </div>
      <dl className={classes.kinds}>
        {used.map((kind) => (
          <div key={kind}>
            <dt>
              <span className={classes.mark} data-kind={kind} aria-hidden="true" />
              {t(`hours.${kind}`)}
            </dt>
            <dd>{formats.duration(spent[kind])}</dd>
            <dd>{formats.percent(spent[kind] / total)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
