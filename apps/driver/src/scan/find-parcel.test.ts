import type { DriverRoute } from '@routewright/contract'
import { listSharedScans, scanCases } from '@routewright/contract/test/scan-cases'
import { expect, test } from 'vitest'
import { findOnRoute, findParcel } from './find-parcel.ts'

test.each([...scanCases, ...listSharedScans()])('$stored scanned as $scanned', ({ stored, scanned, isFound }) => {
  const other = { identifier: '3SOTHER00000' }
  expect(findParcel([other, { identifier: stored }], scanned)?.identifier).toBe(isFound ? stored : undefined)
  const stops = [{ packages: [other] }, { packages: [{ identifier: stored }] }]
  expect(findOnRoute({ stops } as unknown as DriverRoute, scanned)?.stop).toBe(isFound ? stops[1] : undefined)
})
