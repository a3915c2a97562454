// Reads scenarios of the road engine from plain text: towns as drawn maps, tables of tags, and stories with their expected results.
// README.md in this folder explains the form.

import { differentHours } from '../../src/graph/hours.ts'
import type { TravelDay } from '../../src/graph/opening-hours.ts'
import type { ProfileName } from '../../src/graph/profiles.ts'
import type { Avoidable, VehicleNeeds } from '../../src/graph/vehicle-needs.ts'
import type { RoadPoint } from '../../src/places/road-point.ts'
import type { TownPlan, TownRestriction } from '../town.ts'

/** The traveller: a mode by its name, or a vehicle described in the file. */
export interface Mode {
  name: string
  profile: ProfileName
  needs: Omit<VehicleNeeds, 'hours'>
  /** The usual one when absent. */
  day?: TravelDay
}

const PROFILE_OF_NAME: Readonly<Record<string, ProfileName | undefined>> = {
  car: 'car',
  van: 'van',
  truck: 'truck',
  scooter: 'scooter',
  bicycle: 'bicycle',
  foot: 'pedestrian',
}

/** Needs of the vehicle on its day, once the texts of hours on the roads are known. */
export function getNeeds({ needs, day }: Mode, hours: readonly string[]): VehicleNeeds {
  return day ? { ...needs, hours: differentHours(hours, day) } : needs
}

/** Subject of a table: tags on a way or on a node, in its town, or the speed of a road of its own. */
export type Subject = { kind: 'way' | 'node'; name: string; town: TownPlan } | { kind: 'speed' }

/** One row of a table: tags, and the expected result for each mode. */
export interface TableRow {
  sentence: string
  subject: Subject
  tags: Record<string, string>
  outcomes: [mode: Mode, outcome: string][]
}

export interface Expectation {
  modes: Mode[]
  /** A node, two nodes and the share of the way between them ("AB", "AB.9"), or a door by its name. */
  from: string
  to: string
  /** "goes ABC", "avoids ABC", "no way", "200 m", "17 s", "on main". */
  outcome: string
}

/** A house next to a road, with its known properties. */
export interface Door {
  meters: number
  direction: 'north' | 'south' | 'east' | 'west'
  /** A node, or two nodes and the share of the way between them. */
  of: string
  about: Pick<RoadPoint, 'street' | 'approach' | 'maxCurbMeters'>
}

export interface Story {
  sentence: string
  town: TownPlan
  /** Houses by their names. */
  doors: Readonly<Record<string, Door>>
  expectations: Expectation[]
}

export interface ScenarioFile {
  rows: TableRow[]
  stories: Story[]
}

/** Throws an Error that names the line that cannot be read. */
export function readScenarios(text: string): ScenarioFile {
  const file: ScenarioFile = { rows: [], stories: [] }
  const towns = new Map<string, TownPlan>()
  const modes = new Map<string, Mode>()
  let town: TownPlan | undefined
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const [head, ...body] = lines
    if (head === undefined) continue
    const named = /^(town|table) (.*)$/.exec(head)
    if (head === 'vehicles') {
      for (const mode of body.map(readVehicle)) modes.set(mode.name, mode)
      continue
    }
    if (named?.[1] === 'town') {
      town = readTown(body)
      towns.set(named[2]!, town)
    } else if (named) file.rows.push(...readTable(head, body, towns, modes))
    else if (town) file.stories.push(readStory(head, body, town, modes))
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

/** "tall-van: van, height 3.1, avoid tolls ferries, on 2026-07-04 from 06:00 to 11:00" */
function readVehicle(line: string): Mode {
  const [, name = '', modeName = '', rest = ''] = /^\s*([a-z-]+): ([a-z]+)(?:, (.*))?$/.exec(line) ?? unreadable(line)
  const mode: Mode = { name, profile: PROFILE_OF_NAME[modeName] ?? unreadable(line), needs: {} }
  for (const part of rest.split(', ').filter((each) => each !== '')) {
    const [word = '', ...values] = part.split(' ')
    const day = /^(?:on|on holiday) (\S+) from (\d\d):(\d\d) to (\d\d):(\d\d)$/.exec(part)
    if (day) {
      const [fromHour, fromMinute, toHour, toMinute] = day.slice(2).map(Number) as [number, number, number, number]
      const [fromSeconds, toSeconds] = [fromHour * 3600 + fromMinute * 60, toHour * 3600 + toMinute * 60]
      const isHoliday = word === 'on' && values[0] === 'holiday'
      mode.day = { date: day[1]!, fromSeconds, toSeconds, ...(isHoliday && { isHoliday }) }
    } else if (word === 'avoid') mode.needs.avoid = values as Avoidable[]
    else if (part === 'trailer') mode.needs.hasTrailer = true
    else if (part === 'hazmat') mode.needs.hasHazmat = true
    else if (part === 'no low emission') mode.needs.mayEnterLowEmissionZones = false
    else mode.needs.size = { ...mode.needs.size, [MEASURES[word] ?? unreadable(line)]: Number(values[0]) }
  }
  return mode
}

const MEASURES: Readonly<Record<string, string | undefined>> = {
  height: 'heightMeters',
  width: 'widthMeters',
  length: 'lengthMeters',
  weight: 'weightTons',
  axleload: 'axleLoadTons',
}

function readTable(
  head: string,
  lines: readonly string[],
  towns: ReadonlyMap<string, TownPlan>,
  modesOfFile: ReadonlyMap<string, Mode>,
): TableRow[] {
  const [, kind = '', name = '', town = '', modes = ''] =
    /^table (way|node|speed)(?: (\S+) of (\S+))?: (.+)$/.exec(head) ?? unreadable(head)
  const plan = towns.get(town)
  const subject: Subject =
    kind === 'speed' ? { kind } : { kind: kind as 'way' | 'node', name, town: plan ?? unreadable(head) }
  const columns = modes
    .trim()
    .split(/\s+/)
    .map((each) => readMode(each, modesOfFile))
  return lines.map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const [tags = '', outcomes = '', sentence = ''] = cells
    const values = outcomes.split(/\s+/)
    if (values.length !== columns.length || !sentence.endsWith('.') || cells.length !== 3) unreadable(line)
    return { sentence, subject, tags: readTags(tags), outcomes: columns.map((mode, index) => [mode, values[index]!]) }
  })
}

function readStory(
  sentence: string,
  lines: readonly string[],
  town: TownPlan,
  modesOfFile: ReadonlyMap<string, Mode>,
): Story {
  const plan = structuredClone(town)
  const expectations: Expectation[] = []
  const doors: Record<string, Door> = {}
  for (const line of lines) {
    const door = DOOR.exec(line.trim())
    if (door) {
      doors[door[1]!] = readDoor(door)
      continue
    }
    const [, modes, from = '', to = '', outcome = ''] = /^\s*([a-z, -]+) (\S+) to (\S+): (.+)$/.exec(line) ?? []
    if (modes === undefined || modes.startsWith('turn ')) changeTown(plan, line)
    else expectations.push({ modes: modes.split(', ').map((each) => readMode(each, modesOfFile)), from, to, outcome })
  }
  if (!sentence.endsWith('.') || expectations.length === 0) unreadable(sentence)
  return { sentence, town: plan, doors, expectations }
}

/** "door shop 20 m north of AB.4, street Main Street 7, kerb, within 50 m" */
const DOOR = /^door ([a-z]+) (\d+) m (north|south|east|west) of (\S+?)((?:, .*)?)$/

function readDoor([line = '', , meters, direction, of = '', rest = '']: readonly string[]): Door {
  const door: Door = { meters: Number(meters), direction: direction as Door['direction'], of, about: {} }
  for (const part of rest.split(', ').slice(1)) {
    const [, word, value] = /^(street|within|kerb)(?: (.+?)(?: m)?)?$/.exec(part) ?? unreadable(line)
    if (word === 'street') door.about.street = value
    else if (word === 'within') door.about.maxCurbMeters = Number(value)
    else door.about.approach = value === 'on major roads' ? 'curb_on_major_roads' : 'curb'
  }
  return door
}

function readMode(text: string, modesOfFile: ReadonlyMap<string, Mode>): Mode {
  const name = text.trim()
  const profile = PROFILE_OF_NAME[name]
  return modesOfFile.get(name) ?? (profile ? { name, profile, needs: {} } : unreadable(text))
}

function unreadable(line: string): never {
  throw new Error(`not understood: ${line}`)
}
