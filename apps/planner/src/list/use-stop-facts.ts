// Facts that columns of stops are read from, for the plan that is shown.
import type { Stop, Zone } from '@routewright/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isInside } from '../plan/inside.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { useShownPlan } from '../plan/proposal.ts'
import { useFormats } from '../shell/session.ts'
import { useZones } from '../shell/use-zones.ts'
import type { StopFacts } from './stop-columns.ts'

const NO_ZONES: readonly Zone[] = []

/** Zones are asked for where something is shown or grouped by them. */
export function useStopFacts(needsZones: boolean): StopFacts {
  const { t } = useTranslation('editor')
  const data = useShownPlan()
  const midnight = usePlanMidnight()
  const formats = useFormats()
  const { data: zones = NO_ZONES } = useZones(needsZones)
  const listZones = useMemo(() => zoneFinder(zones), [zones])
  const routeIndexes = useMemo(() => new Map(data.routes.map(({ id }, index) => [id, index])), [data.routes])
  return useMemo(
    () => ({ data, routeIndexes, zonesOf: listZones, midnight, formats, t }),
    [data, routeIndexes, listZones, midnight, formats, t],
  )
}

/** Looked up once for each record: thousands of rows ask at every sort. */
export function zoneFinder(zones: readonly Zone[]): StopFacts['zonesOf'] {
  const known = new WeakMap<Stop, readonly string[]>()
  const enabled = zones.filter((zone) => zone.enabled)
  return (stop) => {
    const held = known.get(stop)
    if (held) return held
    const { lat, lng } = stop.location ?? {}
    const found =
      lat === undefined || lng === undefined ? [] : enabled.filter((zone) => isInside([lng, lat], zone.polygon))
    const names = found.map(({ label, id }) => label || id)
    known.set(stop, names)
    return names
  }
}
