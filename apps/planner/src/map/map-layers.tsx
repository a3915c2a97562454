// Overlays on the plan: depots, zones, and driven ways against planned ones. Kept on this device.
import { Checkbox, Popover, Stack } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useKeptChoice } from '../shell/kept-choice.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { useZones } from '../shell/use-zones.ts'
import { type MapLayer, mapLayers, showLayers } from './drawn-plan.ts'
import { type DrivenTrack, useDrivenTracks } from './driven-tracks.ts'
import { LookChoice } from './map-look.tsx'
import type { FeatureCollection, LineString } from './plan-features.ts'

const usual: readonly MapLayer[] = ['depots']

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

/** The tracks of the routes that are shown. */
function useDriven(isNeeded: boolean): FeatureCollection<LineString, DrivenTrack['properties']> {
  const { plan } = usePlanData()
  const tracks = useDrivenTracks(isNeeded ? plan.id : undefined)
  const hidden = useSelection((state) => state.hiddenRoutes)
  return useMemo(() => {
    const features = tracks.filter(({ properties }) => !hidden.has(properties.route_id))
    return { type: 'FeatureCollection', features }
  }, [tracks, hidden])
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
            const next = isChosen ? chosen.filter((text) => text !== layer) : [...chosen, layer]
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
