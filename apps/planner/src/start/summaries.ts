// The result of each step, in a few words.
import type { Project, StartStep } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { placeText, writtenPlace } from '../forms/place.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { useFormats } from '../shell/session.ts'
import { isDepotOnMap, type Start } from './start-facts.ts'

export function useSummaries({ label, timezone, settings }: Project, { facts, map }: Start): Record<StartStep, string> {
  const { t } = useTranslation('start')
  const formats = useFormats()
  const { vehicles, plan, hasStops } = facts
  const { depot } = settings
  const place = depot && (placeText(depot) || writtenPlace({ label: '', lat: depot.lat, lng: depot.lng }))
  const onMap = isDepotOnMap({ settings }, map)
  return {
    project: `${label} · ${timezone}`,
    map: onMap === false ? t('map.outside') : formats.list((map?.extracts ?? []).map(({ name }) => name)),
    depot: place ?? (vehicles.haveStart ? t('depot.of_vehicles') : ''),
    vehicles: vehicles.count > 0 ? t('vehicles.count_of', { count: vehicles.count }) : '',
    stops: hasStops
      ? t('stops.count_of', {
          count: plan!.total_stops,
          date: formats.calendarDate(dayOfPlan(plan!, formats.dayKey)),
        })
      : '',
  }
}
