// Charging on the way, in one line: "09:42–10:12 Charge 7.2 kWh at Fast chargers (8 % → 45 %)", or what its driver told of it.
import type { ChargingVisit } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'

export function chargingLine(
  { planned_start_time: from, planned_end_time: to, label, energy, arrival, departure, real_end_time }: ChargingVisit,
  t: TFunction,
  formats: Pick<Formats, 'number' | 'percent' | 'timeOfDay' | 'timeWindow' | 'clock'>,
): string {
  const values = {
    energy: formats.number(energy / 1_000, 1),
    place: label,
    from: formats.percent(arrival),
    to: formats.percent(departure),
  }
  if (real_end_time) return t('editor:charging_told', { ...values, time: formats.clock(real_end_time) })
  // A few seconds are no window.
  const isMoment = formats.timeOfDay(from) === formats.timeOfDay(to)
  const when = isMoment ? formats.timeOfDay(from) : formats.timeWindow([from, to])
  return `${when} ${t('editor:charging_line', values)}`
}
