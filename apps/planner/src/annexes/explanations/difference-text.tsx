// The difference between the present plan and another one: stops left out, time, distance and money.
import { useTranslation } from 'react-i18next'
import classes from '../../shell/panel.module.css'
import { useFormats } from '../../shell/session.ts'

interface Difference {
  travel_time: number
  distance: number
  unassigned: number
  cost?: number
}

export function DifferenceText({ travel_time, distance, unassigned, cost }: Difference) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const isSame = unassigned === 0 && Math.abs(travel_time) < 30 && Math.abs(distance) < 50
  if (isSame) return <span className={classes.dim}>{t('why.same')}</span>
  const parts = [formats.durationChange(travel_time), formats.distanceChange(distance)]
  if (cost !== undefined) parts.push(formats.moneyChange(cost))
  return (
    <>
      {unassigned !== 0 && (
        <div>{t(unassigned > 0 ? 'why.left_out' : 'why.let_in', { count: Math.abs(unassigned) })}</div>
      )}
      <div>{parts.join(' · ')}</div>
    </>
  )
}
