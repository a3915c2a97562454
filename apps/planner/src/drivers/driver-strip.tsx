// The drivers above the week: each is dragged onto a vehicle's day, or pressed before it.
import type { DriverDays } from '@routewright/contract'
import { type KeyboardEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayPlan } from '../shell/session.ts'
import { useCarried } from './carried-driver.ts'
import classes from './week.module.css'

export function DriverStrip({ drivers }: Pick<DriverDays, 'drivers'>) {
  const { t } = useTranslation('drivers')
  const mayPlan = useMayPlan()
  const { carried, take, setDown } = useCarried()
  useEffect(() => setDown, [setDown])
  if (!mayPlan) return null
  const toggle = (driverId: string, name: string) =>
    carried?.driverId === driverId ? setDown() : take({ driverId, name })
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && setDown()
  return (
    <fieldset className={`${classes.strip} ${classes.unprinted}`} aria-label={t('week.drag')} onKeyDown={leave}>
      <p className={classes.hint} role="status">
        {carried ? t('week.carried', { name: carried.name }) : t('week.drag')}
      </p>
      {drivers.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          draggable
          className={classes.driver}
          aria-pressed={carried?.driverId === id}
          onClick={() => toggle(id, label)}
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', label)
            take({ driverId: id, name: label })
          }}
          onDragEnd={setDown}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
