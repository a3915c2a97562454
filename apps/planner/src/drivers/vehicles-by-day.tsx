// The week by vehicles: who drives each on which day.
import type { DriverDay, DriverDays } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { standIns, useAssignDrivers } from '../plan/driver-days.ts'
import { useFormats } from '../shell/session.ts'
import { WeekCell, type WeekChoice } from './week-cell.tsx'
import { WeekTable } from './week-table.tsx'

export function VehiclesByDay({ data }: { data: DriverDays }) {
  const { t } = useTranslation('drivers')
  return (
    <WeekTable
      title={t('week.by.vehicles')}
      days={data.days}
      rows={data.vehicles}
      cell={(vehicle, day) => <VehicleDay data={data} day={day} vehicle={vehicle} />}
    />
  )
}

interface VehicleDayProps {
  data: DriverDays
  day: DriverDay
  vehicle: { id: string; label?: string }
}

function VehicleDay({ data, day, vehicle }: VehicleDayProps) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const change = useVehicleDay(vehicle, day)
  const cell = day.vehicles.find(({ vehicle_id }) => vehicle_id === vehicle.id)
  const nameOf = (id: string | undefined) => data.drivers.find((one) => one.id === id)?.label
  const name = nameOf(cell?.driver_id)
  const trouble = cell?.trouble && t(`trouble.${cell.trouble}`, { name: nameOf(cell.missing_driver_id) })
  const text = name ?? (cell?.works ? t('week.nobody') : t('week.rests'))
  const choices = (): WeekChoice[] => [
    { key: 'usual', label: t('week.as_usual'), isChosen: cell?.source !== 'vehicle', act: () => change(undefined) },
    ...standIns(day, data.drivers, []).map((driver) => ({
      key: driver.id,
      label: driver.label,
      isChosen: cell?.source === 'vehicle' && cell.driver_id === driver.id,
      ...(vehicleOf(data, day, driver.id, vehicle.id) && { note: vehicleOf(data, day, driver.id, vehicle.id)! }),
      act: () => change(driver),
    })),
    { key: 'nobody', label: t('week.nobody'), act: () => change(null) },
  ]
  return (
    <WeekCell
      name={`${vehicle.label ?? vehicle.id}, ${formats.calendarDate(day.date)}: ${[text, trouble].filter(Boolean).join(' ')}`}
      text={text}
      trouble={trouble}
      isDim={name === undefined}
      choices={choices}
    />
  )
}

/** What the driver drives that day beside this vehicle. */
function vehicleOf(data: DriverDays, day: DriverDay, driverId: string, besides: string): string | undefined {
  const other = day.vehicles.find(({ driver_id, vehicle_id }) => driver_id === driverId && vehicle_id !== besides)
  return data.vehicles.find(({ id }) => id === other?.vehicle_id)?.label
}

/** Says who drives the vehicle that day: a driver, null for nobody, undefined for as usual. */
function useVehicleDay(vehicle: { id: string; label?: string }, { date }: DriverDay) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const assign = useAssignDrivers()
  return (driver: { id: string; label: string } | null | undefined) => {
    const assignment = { date, vehicle_id: vehicle.id, ...(driver !== undefined && { driver_id: driver?.id ?? null }) }
    const about = { vehicle: vehicle.label ?? vehicle.id, date: formats.calendarDate(date), name: driver?.label ?? '' }
    const word = driver ? 'week.assigned' : driver === null ? 'week.taken_off' : 'week.usual_again'
    void assign([assignment], t(word, about))
  }
}
