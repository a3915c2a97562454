// State of the service's map, polled while roads, addresses or map are being prepared.
import * as operations from '@routewright/client/operations'
import type { MapInformation } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from './service.ts'

export const mapInformationKey = ['map-information']
const againMilliseconds = 1_000
/** Somebody may be bringing it, here or on another page. */
const lackingMilliseconds = 5_000

/** `lacks`: what is shown is missing from these maps, so that whoever waits for it sees it come. */
export function useMapInformation(lacks: (information: MapInformation) => boolean = () => false) {
  const { data } = useQuery({
    queryKey: mapInformationKey,
    queryFn: ({ signal }) => call(operations.getMap, {}, { signal }),
    refetchInterval({ state: { data: information } }) {
      if (!information) return false
      if (preparedShare(information) !== undefined) return againMilliseconds
      return lacks(information) ? lackingMilliseconds : false
    },
  })
  return data
}

/** How far the preparation is, 0..1; undefined when nothing is being prepared. */
export function preparedShare({ roads, addresses, tiles }: MapInformation): number | undefined {
  const parts = [roads, addresses, tiles].filter((part) => part !== undefined)
  if (!parts.some(({ state }) => state === 'opening')) return undefined
  const shares = parts.map(({ state, progress = 0 }) => (state === 'opening' ? progress : 1))
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
