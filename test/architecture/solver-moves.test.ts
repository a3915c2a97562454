// Holds the solver to its index of moves, with planted breaches that must be found.

import { expect, test } from 'vitest'
import { listUntoldMoves } from './solver-moves.ts'
import { readRepository } from './source-files.ts'

test('every function of the search that relinks routes tells the audit which move it is', () => {
  expect(listUntoldMoves(readRepository())).toEqual([])
})

function listBreaches(body: string): string[] {
  return listUntoldMoves([
    {
      path: 'packages/solver/src/search/new-move.ts',
      text: `class NewMove extends Plan {\n  apply(v: number): void {\n${body}\n  }\n}\n`,
    },
  ])
}

test.each([
  'this.link(1, 2, v)',
  'plan.tie(1, 2)',
  'this.next[1] = 2',
  'const { next } = this\nnext[1] = 2',
  'list.forEach((link) => this.exchangeTails(link, v))',
])('a planted move that tells nothing is found: %s', (body) => {
  expect(listBreaches(body)).toEqual([
    'packages/solver/src/search/new-move.ts#apply changes routes, but tells the audit of no move',
  ])
})

test('a move that tells, and one that changes no route, pass', () => {
  expect(listBreaches("this.link(1, 2, v)\nthis.audit?.record('insert stop', 1, 1, 1)")).toEqual([])
  expect(listBreaches('this.latest[1] = this.next[2]!')).toEqual([])
})
