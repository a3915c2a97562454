import { expect, test } from 'vitest'
import { listRoomBreaches } from './page-rooms.ts'
import { readRepository } from './source-files.ts'

test("the driver's application and the recipient's page keep the order of their rooms", () => {
  expect(listRoomBreaches(readRepository())).toEqual([])
})

test.each([
  ['apps/driver/src/store/clock.ts', "import { flush } from '../outbox/send.ts'", 'store comes before outbox'],
  ['apps/driver/src/outbox/send.ts', "import { openLink } from '../route/refresh.ts'", 'outbox comes before route'],
  ['apps/driver/src/route/doings.ts', "import type { A } from '../screens/stop.tsx'", 'route comes before screens'],
  ['apps/driver/src/screens/stop.tsx', "import { App } from '../app/app.tsx'", 'screens comes before app'],
  ['apps/driver/src/parts/icon.tsx', "import '../main.tsx'", 'parts comes before the entry'],
  ['apps/driver/src/extras/icon.tsx', 'export const a = 1', 'has no place in the order'],
  ['apps/tracking/src/view/times.ts', "import { a } from '../parts/proof.tsx'", 'view comes before parts'],
  ['apps/tracking/src/parts/proof.tsx', "import type { A } from '../app.tsx'", 'parts comes before the entry'],
])('%s: %s', (path, text, why) => {
  expect(listRoomBreaches([{ path, text }])).toEqual([expect.stringContaining(why)])
})

test.each([
  ['apps/driver/src/screens/stop.tsx', "import { addressOf } from '../route/differences.ts'"],
  ['apps/driver/src/service-worker.ts', "import { flush } from './outbox/send.ts'"],
  ['apps/tracking/src/app.tsx', "import { Proof } from './parts/proof.tsx'"],
])('%s may: %s', (path, text) => {
  expect(listRoomBreaches([{ path, text }])).toEqual([])
})
