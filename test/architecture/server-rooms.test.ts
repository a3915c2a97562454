// The ten rooms of the server import downward only, and planted breaches prove that the rule bites.

import { describe, expect, test } from 'vitest'
import { ROOMS, SERVER } from './server-places.ts'
import { BARS, listBrokenNeeds, listContractBreaches, listRoomBreaches } from './server-rooms.ts'
import { readRepository } from './source-files.ts'

const repository = readRepository()

describe('the server', () => {
  test('has ten rooms, and every file stands in one', () => {
    const rooms = repository
      .filter(({ path }) => path.startsWith(SERVER))
      .map(({ path }) => path.slice(SERVER.length).split('/'))
    expect([...new Set(rooms.map(([room]) => room))].sort()).toEqual([...ROOMS].sort())
  })
  test('imports downward, but for what is still to be cut', () => {
    const { intoAnnexes, betweenAnnexes, upward } = listRoomBreaches(repository)
    expect(betweenAnnexes).toEqual([])
    expect(intoAnnexes, intoAnnexes.join('\n')).toHaveLength(BARS.intoAnnexes)
    expect(upward, upward.join('\n')).toHaveLength(BARS.upward)
  })
  test('mounts every annex that has a folder', () => {
    const folders = repository.flatMap(({ path }) => /^apps\/server\/src\/annexes\/([\w-]+)\//.exec(path)?.[1] ?? [])
    const list = repository.find(({ path }) => path === `${SERVER}process/annexes.ts`)!.text
    const mounted = [...list.matchAll(/from '\.\.\/annexes\/([\w-]+)\/index\.ts'/g)].map(([, name]) => name)
    expect([...new Set(folders)].sort()).toEqual(mounted.sort())
  })
  test('has annexes that need each other in no circle, and only those whose faces they use', () => {
    expect(listBrokenNeeds(repository)).toEqual([])
  })
})

const plant = (path: string, text: string) => listRoomBreaches([{ path: SERVER + path, text }])
const none = { intoAnnexes: [], betweenAnnexes: [], upward: [] }

describe('a planted import is counted', () => {
  test.each([
    ['planning/stops/stops.ts', "import { x } from '../../annexes/slots/slots.ts'", 'intoAnnexes'],
    ['planning/stops/stops.ts', "import type { X } from '../../annexes/slots/slots.ts'", 'intoAnnexes'],
    ['field/today/today.ts', "const x = await import('../../annexes/weeks/weeks.ts')", 'intoAnnexes'],
    ['annexes/vroom/vroom.ts', "import { x } from '../slots/slots.ts'", 'betweenAnnexes'],
    ['annexes/slots/slots.ts', "import { x } from '../weeks/weeks.ts'", 'betweenAnnexes'],
    ['planning/stops/stops.ts', "import { x } from '../../telling/messages/messages.ts'", 'upward'],
    ['data/stops.sql.ts', "import type { X } from '../planning/stops/stops.ts'", 'upward'],
    ['annexes/vroom/vroom.ts', "import { x } from '../../process/server.ts'", 'upward'],
    ['frame/platform/scope.ts', "import { x } from '../../geography/travel/travel.ts'", 'upward'],
  ])('%s: %s', (path, text, kind) => {
    expect(plant(path, text)).toEqual({ ...none, [kind]: [expect.stringContaining(path)] })
  })
})

test('what stands below, a need, and types that are handed around are let through', () => {
  expect(plant('field/today/today.ts', "import { x } from '../../planning/stops/stops.ts'")).toEqual(none)
  expect(plant('annexes/weeks/weeks.ts', "import { x } from '../slots/slots.ts'")).toEqual(none)
  expect(plant('annexes/slots/consent/consent.ts', "import { x } from '../slots.ts'")).toEqual(none)
  expect(plant('process/slices.ts', "import { x } from '../annexes/weeks/weeks.http.ts'")).toEqual(none)
  expect(plant('frame/platform/scope.ts', "import type { X } from '../../geography/travel/travel.ts'")).toEqual(none)
})

test('needs in a circle, and one that nothing uses, are refused', () => {
  const use = { path: `${SERVER}annexes/weeks/weeks.ts`, text: "import { x } from '../slots/slots.ts'" }
  const back = { path: `${SERVER}annexes/slots/slots.ts`, text: "import { x } from '../weeks/weeks.ts'" }
  expect(listBrokenNeeds([use], { weeks: ['slots'] })).toEqual([])
  expect(listBrokenNeeds([use], { weeks: ['slots', 'vroom'] })).toEqual([expect.stringContaining('weeks needs vroom')])
  expect(listBrokenNeeds([use, back], { weeks: ['slots'], slots: ['weeks'] })).toEqual([
    'weeks needs itself through others',
    'slots needs itself through others',
  ])
})

describe('the contract', () => {
  test('knows its annexes by its two lists alone', () => {
    expect(listContractBreaches(repository)).toEqual([])
  })
  test.each([
    ['schemas/stop.ts', "import { x } from '../annexes/weeks/schemas/week.ts'"],
    ['annexes/vroom/endpoints/vroom.ts', "import { x } from '../../weeks/schemas/week.ts'"],
  ])('a planted import is refused: %s', (path, text) => {
    const file = { path: `packages/contract/src/${path}`, text }
    expect(listContractBreaches([file])).toEqual([`${path} imports annexes/weeks/schemas/week.ts`])
  })
  test('a need is let through', () => {
    const text = "import { x } from '../../slots/schemas/slot-hold.ts'"
    expect(listContractBreaches([{ path: 'packages/contract/src/annexes/weeks/endpoints/weeks.ts', text }])).toEqual([])
  })
  test('has no annex that the server does not have', () => {
    const annexesIn = (folder: string) =>
      new Set(
        repository.flatMap(({ path }) => (path.startsWith(folder) ? [path.slice(folder.length).split('/')[0]!] : [])),
      )
    const served = annexesIn(`${SERVER}annexes/`)
    expect([...annexesIn('packages/contract/src/annexes/')].filter((annex) => !served.has(annex))).toEqual([])
  })
})
