// Looks up the places of an import, a hundred addresses at a time, each address once.
import * as operations from '@routewright/client/operations'
import { call } from '../../shell/service.ts'
import { addPlaces, useImport } from './import-store.ts'
import type { NoPlace, Place } from './places.ts'

const addressesPerCall = 100

/** Resolves when all are looked up; `onProgress` is told how many are. Throws what the service refuses. */
export async function locateRows(
  projectId: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { rows, places } = useImport.getState()
  const wanted = rows.filter(({ hasCoordinates, address }) => !hasCoordinates && address !== '' && !places.has(address))
  const addresses = [...new Set(wanted.map(({ address }) => address))]
  for (let start = 0; start < addresses.length; start += addressesPerCall) {
    onProgress(start, addresses.length)
    const part = addresses.slice(start, start + addressesPerCall)
    const found = await call(
      operations.locateAddresses,
      { project_id: projectId, body: { addresses: part } },
      { signal, repeatable: true },
    )
    const getPlace = ({ lat, lng, reason, ...place }: (typeof found)[number]): Place | NoPlace => {
      if (lat !== undefined && lng !== undefined) return { ...place, lat, lng } as Place
      return reason === 'post_office_box' ? 'box' : 'missing'
    }
    addPlaces(new Map(part.map((address, index) => [address, getPlace(found[index]!)])))
  }
  onProgress(addresses.length, addresses.length)
}
