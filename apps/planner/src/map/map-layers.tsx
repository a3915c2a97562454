// What may be laid upon the plan: depots, zones, and what the vans drove against what was planned. Kept on this device.
import { Checkbox, Popover, Stack } from '@mantine/core'
import { exportWays } from '@routewright/client/operations'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useKeptChoice } from '../shell/kept-choice.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { receive } from '../shell/service.ts'
import { useZones } from '../shell/use-zones.ts'
import { LookChoice } from './map-look.tsx'
import type { FeatureCollection, LineString } from './plan-features.ts'
import { type MapLayer, mapLayers, showLayers } from './plan-layers.ts'

const usual: readonly MapLayer[] = ['depots']
const REFRESH_MS = 60_000

function useChosenLayers() {
  return useKeptChoice<readonly MapLayer[]>('map_layers', usual)
}

/** `styleCount` counts the grounds that were loaded: each begins with the layers as they usually are. */
export function useMapLayers(map: PlannerMap | undefined, styleCount: number): void {
  const [chosen] = useChosenLayers()
  const zones = useZones(chosen.includes('zones')).data
  const driven = useDriven(chosen.includes('driven'))
  useEffect(() => {
    if (!map || styleCount === 0) return
    showLayers(map, { chosen, zones: zones ?? [], driven })
  }, [map, styleCount, chosen, zones, driven])
}

type Driven = FeatureCollection<LineString, { route_id: string; track?: string }>

const noTracks: Driven = { type: 'FeatureCollection', features: [] }

/** Where the vans of the routes that are shown were, read again while the day runs. */
function useDriven(isNeeded: boolean): Driven {
  const { plan } = usePlanData()
  const hidden = useSelection((state) => state.hiddenRoutes)
  const { data } = useQuery({
    queryKey: ['ways', plan.id],
    queryFn: async () => {
      const { blob } = await receive(exportWays, { plan_id: plan.id, format: 'geojson' })
      return JSON.parse(await blob.text()) as Driven
    },
    enabled: isNeeded,
    ...(plan.status === 'in_progress' && { refetchInterval: REFRESH_MS }),
  })
  return useMemo(() => {
    if (!isNeeded || !data) return noTracks
    const isShown = ({ track, route_id }: Driven['features'][number]['properties']) =>
      track === 'driven' && !hidden.has(route_id)
    return { ...data, features: data.features.filter(({ properties }) => isShown(properties)) }
  }, [data, hidden, isNeeded])
}

export function LayerChoice() {
  const { t } = useTranslation('editor')
  const [chosen, choose] = useChosenLayers()
  return (
    <Popover position="right-start" withArrow shadow="md">
      <Popover.Target>
        <IconButton icon={IconStack2} iconSize={18} label={t('layers.title')} variant="default" />
      </Popover.Target>
      <Popover.Dropdown>
        <LookChoice />
        <Stack gap={8} role="group" aria-label={t('layers.title')}>
          {mapLayers.map((layer) => {
            const isChosen = chosen.includes(layer)
            const next = isChosen ? chosen.filter((one) => one !== layer) : [...chosen, layer]
            return (
              <Checkbox
                key={layer}
                size="xs"
                label={t(`layers.${layer}`)}
                checked={isChosen}
                onChange={() => choose(next)}
              />
            )
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
