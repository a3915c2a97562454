// Charging on the way, in one line: "09:42 – 10:12 Charge 7.2 kWh at Fast chargers (8 % → 45 %)".
import type { ChargingVisit } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'

export function chargingLine(
  { planned_start_time: from, planned_end_time: to, label, energy, arrival, departure, real_end_time }: ChargingVisit,
  t: TFunction,
  formats: Pick<Formats, 'number' | 'percent' | 'timeWindow' | 'clock'>,
): string {
  const text = t('editor:charging_line', {
    energy: formats.number(energy / 1_000, 1),
    place: label,
    from: formats.percent(arrival),
    to: formats.percent(departure),
  })
  const told = real_end_time ? ` · ${t('editor:charging_told', { time: formats.clock(real_end_time) })}` : ''
  return `${formats.timeWindow([from, to])} ${text}${told}`
}
