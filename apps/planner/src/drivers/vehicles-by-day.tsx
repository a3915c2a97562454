// The week by vehicles: who drives each on which day.
import type { DriverDay, DriverDays } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { standIns, useAssignDrivers } from '../plan/driver-days.ts'
import { useFormats } from '../shell/session.ts'
import { useCarried } from './carried-driver.ts'
import { DriverStrip } from './driver-strip.tsx'
import { WeekCell, type WeekChoice } from './week-cell.tsx'
import { WeekTable } from './week-table.tsx'

export function VehiclesByDay({ data }: { data: DriverDays }) {
  const { t } = useTranslation('drivers')
  return (
    <>
      <DriverStrip drivers={data.drivers} />
      <WeekTable
        title={t('week.by.vehicles')}
        days={data.days}
        rows={data.vehicles}
        cell={(vehicle, day) => <VehicleDay data={data} day={day} vehicle={vehicle} />}
      />
    </>
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
  const findName = (id: string | undefined) => data.drivers.find((driver) => driver.id === id)?.label
  const name = findName(cell?.driver_id)
  const trouble = cell?.trouble && t(`trouble.${cell.trouble}`, { name: findName(cell.missing_driver_id) })
  const text = name ?? (cell?.works ? t('week.nobody') : t('week.rests'))
  const choices = (): WeekChoice[] => [
    { key: 'usual', label: t('week.as_usual'), isChosen: cell?.source !== 'vehicle', act: () => change(undefined) },
    ...standIns(day, data.drivers, []).map((driver) => ({
      key: driver.id,
      label: driver.label,
      isChosen: cell?.source === 'vehicle' && cell.driver_id === driver.id,
      ...(findVehicle(data, day, driver.id, vehicle.id) && { note: findVehicle(data, day, driver.id, vehicle.id)! }),
      act: () => change(driver),
    })),
    { key: 'nobody', label: t('week.nobody'), act: () => change(null) },
  ]
  const carrying = useCarrying(vehicle, day, data)
  return (
    <WeekCell
      name={`${vehicle.label ?? vehicle.id}, ${formats.calendarDate(day.date)}: ${[text, trouble].filter(Boolean).join(' ')}`}
      text={text}
      trouble={trouble}
      isDim={name === undefined}
      choices={choices}
      {...carrying}
    />
  )
}

/** A passenger may be set down here; a driver who is here may be taken up. */
function useCarrying(vehicle: { id: string; label?: string }, { date, vehicles }: DriverDay, data: DriverDays) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const assign = useAssignDrivers()
  const { carried, take } = useCarried()
  const driver = data.drivers.find(
    ({ id }) => id === vehicles.find((other) => other.vehicle_id === vehicle.id)?.driver_id,
  )
  const takeUp =
    driver && (() => take({ driverId: driver.id, name: driver.label, from: { date, vehicleId: vehicle.id } }))
  if (!carried) return { takeUp }
  const { driverId, name, from } = carried
  const about = { vehicle: vehicle.label ?? vehicle.id, date: formats.calendarDate(date), name }
  const left = from?.date === date && from.vehicleId !== vehicle.id ? [{ date, vehicle_id: from.vehicleId }] : []
  const act = () =>
    void assign([...left, { date, vehicle_id: vehicle.id, driver_id: driverId }], t('week.assigned', about))
  return { takeUp, place: { label: t('week.place', { name }), act } }
}

/** Finds the other vehicle that the driver drives that day. */
function findVehicle(data: DriverDays, day: DriverDay, driverId: string, besides: string): string | undefined {
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
