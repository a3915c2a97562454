// Reads scenarios of the road engine from plain text: towns as drawn maps, tables of tags, and stories with what they expect.
// README.md beside this file explains the form.

import type { TownPlan, TownRestriction } from '../town.ts'

/** Ways to travel that scenarios name; a van is a car with a van's measures. */
export const MODES = ['car', 'van', 'truck', 'scooter', 'bicycle', 'foot'] as const
export type Mode = (typeof MODES)[number]

/** What a table tries: tags on a way or on a node, in its town, or the speed of a road of its own. */
export type Subject = { kind: 'way' | 'node'; name: string; town: TownPlan } | { kind: 'speed' }

/** One row of a table: tags, and for each mode what becomes of the road. */
export interface TableRow {
  sentence: string
  subject: Subject
  tags: Record<string, string>
  outcomes: [mode: Mode, outcome: string][]
}

export interface Expectation {
  modes: Mode[]
  /** A node, or two nodes and the share of the way between them ("AB", "AB.9"). */
  from: string
  to: string
  /** "goes ABC", "avoids ABC", "no way", "200 m", "17 s". */
  outcome: string
}

export interface Story {
  sentence: string
  town: TownPlan
  expectations: Expectation[]
}

export interface ScenarioFile {
  rows: TableRow[]
  stories: Story[]
}

/** Throws an Error that names the line which cannot be read. */
export function readScenarios(text: string): ScenarioFile {
  const file: ScenarioFile = { rows: [], stories: [] }
  const towns = new Map<string, TownPlan>()
  let town: TownPlan | undefined
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const [head, ...body] = lines
    if (head === undefined) continue
    const named = /^(town|table) (.*)$/.exec(head)
    if (named?.[1] === 'town') {
      town = readTown(body)
      towns.set(named[2]!, town)
    } else if (named) file.rows.push(...readTable(head, body, towns))
    else if (town) file.stories.push(readStory(head, body, town))
    else throw new Error(`no town stands before: ${head}`)
  }
  return file
}

function readTown(lines: readonly string[]): TownPlan {
  const plan: TownPlan = { map: '', ways: {} }
  for (const line of lines.map((each) => each.trimEnd())) {
    const rows = /^\s*rows (\d+) m apart$/.exec(line)
    if (rows) plan.rowMeters = Number(rows[1])
    else if (/^\s*\S+$/.test(line) && Object.keys(plan.ways).length === 0) plan.map += `${line}\n`
    else changeTown(plan, line)
  }
  return plan
}

/** "name NODES tags" is a way, "name tags" more tags of a way or node, "turn …" a restriction. */
function changeTown(plan: TownPlan, line: string): void {
  const text = line.trim()
  const turn = /^turn (\S+) from (\S+) via (\S+) to (\S+?)(?:, (.*))?$/.exec(text)
  if (turn) {
    plan.restrictions = [...(plan.restrictions ?? []), readTurn(plan, turn)]
    return
  }
  const [, name = '', nodes, tags = ''] = /^(\S+)(?: ([A-Za-z]+))?(?: (\S+=.*))?$/.exec(text) ?? unreadable(line)
  if (nodes) plan.ways[name] = [nodes, readTags(tags)]
  else if (plan.ways[name]) plan.ways[name] = [plan.ways[name][0], { ...plan.ways[name][1], ...readTags(tags) }]
  else if (name.length === 1) plan.nodes = { ...plan.nodes, [name]: readTags(tags) }
  else unreadable(line)
}

function readTurn(
  plan: TownPlan,
  [, type = '', from = '', via = '', to = '', tags = '']: readonly string[],
): TownRestriction {
  for (const way of [from, to]) if (!plan.ways[way]) throw new Error(`the town has no way ${way}`)
  const viaWays = via.split('+')
  const restriction = type.includes('=') ? readTags(`restriction=, ${type}`) : {}
  return {
    type: type.includes('=') ? '' : type,
    from,
    via: plan.ways[viaWays[0]!] ? viaWays : via,
    to,
    tags: { ...restriction, ...readTags(tags) },
  }
}

function readTags(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(/, (?=\S+=)/)
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

function readTable(head: string, lines: readonly string[], towns: ReadonlyMap<string, TownPlan>): TableRow[] {
  const [, kind = '', name = '', town = '', modes = ''] =
    /^table (way|node|speed)(?: (\S+) of (\S+))?: (.+)$/.exec(head) ?? unreadable(head)
  const plan = towns.get(town)
  const subject: Subject =
    kind === 'speed' ? { kind } : { kind: kind as 'way' | 'node', name, town: plan ?? unreadable(head) }
  const columns = modes.trim().split(/\s+/).map(readMode)
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [tags = '', outcomes = '', sentence = ''] = cells
    const values = outcomes.split(/\s+/)
    if (values.length !== columns.length || !sentence.endsWith('.') || cells.length !== 3) unreadable(line)
    return { sentence, subject, tags: readTags(tags), outcomes: columns.map((mode, index) => [mode, values[index]!]) }
  })
}

function readStory(sentence: string, lines: readonly string[], town: TownPlan): Story {
  const plan = structuredClone(town)
  const expectations: Expectation[] = []
  for (const line of lines) {
    const [, modes, from = '', to = '', outcome = ''] = /^\s*([a-z, ]+) (\S+) to (\S+): (.+)$/.exec(line) ?? []
    if (modes === undefined || modes.startsWith('turn ')) changeTown(plan, line)
    else expectations.push({ modes: modes.split(', ').map(readMode), from, to, outcome })
  }
  if (!sentence.endsWith('.') || expectations.length === 0) unreadable(sentence)
  return { sentence, town: plan, expectations }
}

function readMode(name: string): Mode {
  const mode = MODES.find((each) => each === name.trim())
  return mode ?? unreadable(name)
}

function unreadable(line: string): never {
  throw new Error(`not understood: ${line}`)
}
