// The planner's core stands without its annexes, and planted breaches prove that the rule bites.

import { expect, test } from 'vitest'
import { type AnnexBreaches, BAR, listAnnexBreaches } from './planner-annexes.ts'
import { readRepository } from './source-files.ts'

const none: AnnexBreaches = { intoAnnexes: [], betweenAnnexes: [], lists: [] }
const file = (path: string, text: string) => ({ path: `apps/planner/src/${path}`, text })
const list = file(
  'annexes.ts',
  "import { x } from './annexes/weeks/index.tsx'\nimport { y } from './annexes/slots/index.tsx'",
)
const plant = (path: string, text: string) =>
  listAnnexBreaches(
    [list, file('annexes/weeks/index.tsx', ''), file('annexes/slots/index.tsx', ''), file(path, text)],
    {},
  )

test('the core of the planner imports no annex, and annexes import each other by need', () => {
  const { intoAnnexes, ...others } = listAnnexBreaches(readRepository())
  expect(intoAnnexes, intoAnnexes.join('\n')).toHaveLength(BAR)
  expect(others).toEqual({ betweenAnnexes: [], lists: [] })
})

test.each([
  ['details/a.tsx', "import { x } from '../annexes/slots/slot-question.ts'", 'intoAnnexes'],
  ['details/a.tsx', "import type { X } from '../annexes/slots/slot-question.ts'", 'intoAnnexes'],
  ['optimize/a.tsx', "const x = import('../annexes/weeks/week-page.tsx')", 'intoAnnexes'],
  ['optimize/a.tsx', "import classes from '../annexes/weeks/week.module.css'", 'intoAnnexes'],
  ['shell/a.ts', "import { annexes } from '../annexes.ts'", 'intoAnnexes'],
  ['app/routes.tsx', "const x = import('../annexes/weeks/index.tsx')", 'intoAnnexes'],
  ['main.tsx', "import { x } from './annexes/weeks/index.tsx'", 'intoAnnexes'],
  ['annexes.ts', "import { x } from './annexes/weeks/week-page.tsx'", 'intoAnnexes'],
  ['annexes/weeks/a.ts', "import { x } from '../slots/slot-question.ts'", 'betweenAnnexes'],
  ['annexes/slots/in-editor/a.ts', "const x = import('../../weeks/index.tsx')", 'betweenAnnexes'],
  ['annexes/slots/a.ts', "import { annexes } from '../../annexes.ts'", 'betweenAnnexes'],
  ['annexes/vroom/a.ts', 'export const x = 1', 'lists'],
])('a planted breach is refused: %s %s', (path, text, kind) => {
  const found = plant(path, text)
  expect(found).toEqual({ ...none, [kind]: [expect.any(String)] })
})

test.each([
  ['main.tsx', "const x = import('./annexes.ts')"],
  ['annexes/slots/a.tsx', "import { x } from '../../details/stop-form.tsx'"],
  ['annexes/slots/in-editor/a.tsx', "import { x } from '../slot-question.ts'"],
  ['annexes/slots/a.test.ts', "import { annexes } from '../../annexes.ts'"],
])('what is allowed is let through: %s %s', (path, text) => {
  expect(plant(path, text)).toEqual(none)
})

test('a need lets through the file that it names and no other, and one that nothing uses is refused', () => {
  const needs = { weeks: ['annexes/slots/slot-question.ts'] }
  const folders = [list, file('annexes/weeks/index.tsx', ''), file('annexes/slots/index.tsx', '')]
  const use = (name: string) => file('annexes/weeks/a.ts', `import { x } from '../slots/${name}.ts'`)
  expect(listAnnexBreaches([...folders, use('slot-question')], needs)).toEqual(none)
  expect(listAnnexBreaches([...folders, use('slot-question'), use('slot-rules')], needs).betweenAnnexes).toHaveLength(1)
  expect(listAnnexBreaches(folders, needs).lists).toEqual(['weeks does not import annexes/slots/slot-question.ts'])
})
