// One picture of working hours: what is driven with goods and without, worked, waited, rested, and left over.
import { hourKinds, type SpentHours } from '@routewright/contract/spent-hours'
import { useTranslation } from 'react-i18next'
import classes from './hours-bar.module.css'
import { useFormats } from './session.ts'

interface HoursBarProps {
  spent: SpentHours
}

export function HoursBar({ spent }: HoursBarProps) {
  const { t } = useTranslation('hours')
  const formats = useFormats()
  const total = sumHours(spent)
  const used = hourKinds.filter((kind) => spent[kind] > 0)
  return (
    <>
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
              {t(kind)}
            </dt>
            <dd>{formats.duration(spent[kind])}</dd>
            <dd>{formats.percent(spent[kind] / total)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function sumHours(spent: SpentHours): number {
  return hourKinds.reduce((sum, kind) => sum + spent[kind], 0)
}
