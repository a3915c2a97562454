// The week by drivers: what each drives on which day, and who is off or away.
import type { DriverDay, DriverDays } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useAssignDrivers } from '../plan/driver-days.ts'
import { useFormats } from '../shell/session.ts'
import { WeekCell, type WeekChoice } from './week-cell.tsx'
import { WeekTable } from './week-table.tsx'

export function DriversByDay({ data }: { data: DriverDays }) {
  const { t } = useTranslation('drivers')
  return (
    <WeekTable
      title={t('week.by.drivers')}
      days={data.days}
      rows={data.drivers}
      cell={(driver, day) => <DayOfDriver data={data} day={day} driver={driver} />}
    />
  )
}

interface DayOfDriverProps {
  data: DriverDays
  day: DriverDay
  driver: { id: string; label?: string }
}

function DayOfDriver({ data, day, driver }: DayOfDriverProps) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const assign = useAssignDrivers()
  const own = day.vehicles.filter(({ driver_id }) => driver_id === driver.id)
  const getName = (id: string) => data.vehicles.find((vehicle) => vehicle.id === id)?.label ?? id
  const state = day.drivers.find(({ driver_id }) => driver_id === driver.id)?.state ?? 'off'
  const names = own.map(({ vehicle_id }) => getName(vehicle_id)).join(', ')
  const text = names || t(`state.${state}`)
  const trouble = own.find((entry) => entry.trouble)?.trouble
  const why = trouble && trouble !== 'absent' && trouble !== 'nobody' ? t(`trouble.${trouble}`) : undefined
  const driverName = driver.label ?? driver.id
  const date = formats.calendarDate(day.date)
  const choices = (): WeekChoice[] =>
    day.vehicles.map(({ vehicle_id, driver_id }) => {
      const holder = data.drivers.find(({ id }) => id === driver_id)?.label
      return {
        key: vehicle_id,
        label: getName(vehicle_id),
        isChosen: driver_id === driver.id,
        ...(holder && driver_id !== driver.id && { note: holder }),
        act: () =>
          void assign(
            [{ date: day.date, vehicle_id, driver_id: driver.id }],
            t('week.assigned', { vehicle: getName(vehicle_id), date, name: driverName }),
          ),
      }
    })
  return (
    <WeekCell
      name={`${driverName}, ${date}: ${[text, why].filter(Boolean).join(' ')}`}
      text={text}
      trouble={why}
      isDim={own.length === 0}
      choices={choices}
    />
  )
}
