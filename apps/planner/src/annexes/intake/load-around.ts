// Where the project works: its depots, so that rows far from everything are told.
import * as operations from '@routewright/client/operations'
import { call } from '../../shell/service.ts'
import { setAround } from './import-store.ts'

const MOST = 100

export async function loadAround(projectId: string): Promise<void> {
  const { docs } = await call(operations.listDepots, { project_id: projectId, limit: MOST, sort: 'label:asc' })
  setAround(
    docs.flatMap(({ location: { lat, lng } }) => (lat === undefined || lng === undefined ? [] : [{ lat, lng }])),
  )
}
