// The order of the planner's rooms held against every file, and a planted breach of each of its rules.
import { describe, expect, test } from 'vitest'
import { listBrokenRooms } from './planner-rooms.ts'
import { readRepository } from './source-files.ts'

test('the rooms of the planner import each other in their order', () => {
  expect(listBrokenRooms(readRepository())).toEqual([])
})

const listBreaches = (path: string, text: string) => listBrokenRooms([{ path: `apps/planner/src/${path}`, text }])

describe('a planted breach is refused', () => {
  test.each([
    ['shell/a.ts', "import { x } from '../plan/plan-store.ts'", 'plan/ comes after shell/'],
    ['forms/a.ts', "import { x } from '../plan/plan-store.ts'", 'plan/ comes after forms/'],
    ['plan/a.ts', "import type { X } from '../editor/drawer.tsx'", 'editor/ comes after plan/'],
    ['list/a.tsx', "const x = import('../app/routes.tsx')", 'app/ comes after list/'],
    ['details/a.tsx', "import { x } from '../live/stop-messages.tsx'", 'live/ and details/ stand beside each other'],
    ['optimize/a.tsx', "import classes from '../list/stop-list.module.css'", 'list/ and optimize/ stand beside'],
    ['zones/a.tsx', "import { x } from '../plans/plan-list.tsx'", 'plans/ and zones/ stand beside each other'],
    ['settings/a.tsx', "import { x } from '../live/exceptions.ts'", 'only editor/ shows live/'],
    ['today/a.tsx', "import { x } from '../start/start-facts.ts'", 'start/ comes after today/'],
    ['start/a.tsx', "import { x } from '../details/stop-form.tsx'", 'only editor/ shows details/'],
    ['app/a.tsx', "import { x } from '../map/plan-map.tsx'", 'only editor/ shows map/'],
    ['annexes/slots/a.tsx', "import { x } from '../../start/start-facts.ts'", 'start/ comes after annexes/'],
    ['helpers/a.ts', 'export const x = 1', 'no place in the order of rooms'],
    ['map/a.ts', "window.dispatchEvent(new Event('planner:fit'))", 'make it a command'],
    ['map/a.ts', "const event = new CustomEvent('planner:fit')", 'make it a command'],
    ['map/a.ts', 'Object.assign(container.current!, { plannerMap: map })', 'leaves something on the page'],
    ['map/a.ts', 'window.plannerMap = map', 'leaves something on the page'],
    ['plan/a.tsx', 'export const x = 1', 'plan/ holds the open plan and has no views'],
    ['plan/a.ts', "import { Button } from '@mantine/core'", 'plan/ holds the open plan and has no views'],
  ])('%s: %s', (path, text, why) => {
    expect(listBreaches(path, text)).toEqual([expect.stringContaining(why)])
  })
})

describe('what the order allows is let through', () => {
  test.each([
    ['editor/a.tsx', "import { x } from '../map/plan-map.tsx'\nimport { y } from '../details/stop-details.tsx'"],
    ['live/a.tsx', "import { x } from '../plan/plan-store.ts'\nimport { y } from '../shell/session.ts'"],
    ['fleet/a.tsx', "import { x } from '../records/record-list.tsx'\nimport { y } from '../forms/fields.ts'"],
    ['start/a.tsx', "import { x } from '../settings/map-settings.tsx'\nimport { y } from '../editor/ways-to-fill.tsx'"],
    ['app/a.tsx', "const x = import('../editor/plan-screen.tsx')"],
    ['annexes/slots/a.tsx', "import { x } from '../../live/remedy.tsx'"],
    ['main.tsx', "import { x } from './app/app.tsx'"],
    ['map/a.ts', 'if (window.innerWidth === 3) Object.assign(ring.current!.style, place)'],
  ])('%s: %s', (path, text) => {
    expect(listBreaches(path, text)).toEqual([])
  })
})
