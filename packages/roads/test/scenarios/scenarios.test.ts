// Every scenario of the text files in this folder, named by its own sentence.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Town } from '../town.ts'
import { type Mode, readScenarios, type Story, type TableRow } from './scenario-file.ts'
import { buildTownFor, tryTags, tryTrip } from './try-scenario.ts'

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))

/** A run may try only every n-th scenario. */
const step = Number(process.env.ROADS_SCENARIOS_STEP ?? 1)

function chooseSome<Scenario>(all: readonly Scenario[]): Scenario[] {
  return all.filter((_, index) => index % step === 0)
}

describe.each(files)('%s', (name) => {
  const scenarios = readScenarios(readFileSync(join(import.meta.dirname, name), 'utf8'))
  const [rows, stories] = [chooseSome(scenarios.rows), chooseSome(scenarios.stories)]
  if (rows.length > 0) it.each(rows.map((row) => [row.sentence, row] as const))('%s', (_sentence, row) => tryRow(row))
  if (stories.length > 0)
    it.each(stories.map((story) => [story.sentence, story] as const))('%s', (_sentence, story) => tell(story))
})

function tryRow({ subject, tags, outcomes }: TableRow): void {
  const found = outcomes.map(([mode]) => `${mode.name} ${tryTags(subject, tags, mode)}`)
  expect(found.join(', ')).toBe(outcomes.map(([mode, outcome]) => `${mode.name} ${outcome}`).join(', '))
}

function tell({ town, doors, expectations }: Story): void {
  const towns = new Map<Mode, Town>()
  for (const expectation of expectations) {
    for (const mode of expectation.modes) {
      const built = towns.get(mode) ?? buildTownFor(town, mode)
      towns.set(mode, built)
      const { from, to, outcome } = expectation
      expect(`${mode.name} ${from} to ${to}: ${tryTrip(built, expectation, doors)}`).toBe(
        `${mode.name} ${from} to ${to}: ${outcome}`,
      )
    }
  }
}

describe('a scenario file', () => {
  const town = 'town street\n  A.B\n  road AB\n\n'
  it('is refused with the line that cannot be read', () => {
    expect(() => readScenarios(`${town}Something.\n  what is this`)).toThrow('what is this')
    expect(() =>
      readScenarios(`${town}table way road of street: car\nx=y | open open | Two words for one mode.`),
    ).toThrow('Two')
    expect(() => readScenarios(`${town}table way road of village: car\nx=y | open | No such town.`)).toThrow('village')
    expect(() => readScenarios(`${town}Nothing is expected.\n  road x=y`)).toThrow('Nothing')
    expect(() =>
      readScenarios(`${town}A turn.\n  turn no_left_turn from lane via A to road\n  car A to B: 100 m`),
    ).toThrow('lane')
  })
  it('fails when something else happens', () => {
    const [story] = readScenarios(`${town}A wrong sum.\n  car A to B: 300 m`).stories
    expect(() => tell(story!)).toThrow('car A to B: 100 m')
  })
})
