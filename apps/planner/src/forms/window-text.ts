// Time windows as people write them in five languages: 8-12, ab 9, bis 17 Uhr, entre 9 y 13, 9-5, vormittags; several
// parted by commas, slashes or "and".
import { parseTime } from './time-text.ts'

/** Seconds since midnight; an end past midnight goes on counting. */
export type Window = [number, number]

const HOUR = 3_600
const DAY = 24 * HOUR
const windowsMost = 20

type Joint = 'to' | 'until' | 'from' | 'between' | 'and' | 'part' | 'any' | 'nothing'

/** In lower case and without accents. */
const joints: Record<Joint, string> = {
  to: '-|–|—|a|as|to',
  until: 'until|till|bis|hasta|ate|by|before|vor|antes de|antes das|avant|spatestens|jusque|jusqu a|no later than',
  from: 'from|ab|von|desde|desde las|de|das|des|after|nach|apres|despues de|depois das|since|seit|a partir de|a partir das|not before',
  between: 'between|zwischen|entre',
  and: 'and|und|u.|y|e|et|&|+',
  part: ',|;|/|\n|resp.|bzw.|or|oder|o|ou',
  any: 'anytime|any time|any|all day|egal|ganztags|ganztagig|jederzeit|den ganzen tag|cualquier hora|todo el dia|toute la journee|qualquer hora|o dia todo|flexible|flexibel',
  nothing: 'uhr|the|in the|am|im laufe des|por la|las|la|le|l|los|pela|de la|da|na|horas|heures',
}

/** Parts of a day, as hours. */
const parts: readonly [string, number, number][] = [
  ['morning|mornings|vormittag|vormittags|morgens|manana|mananas|matin|manha|manhas', 8, 12],
  ['noon|midday|mittag|mittags|mediodia|midi|meio dia', 11, 14],
  ['afternoon|afternoons|nachmittag|nachmittags|tarde|tardes|apres midi', 12, 18],
  ['evening|evenings|abend|abends|noche|soir|noite', 18, 22],
]

interface Time {
  seconds: number
  /** Of a clock of twelve hours, said by am or pm. */
  half: 'a' | 'p' | undefined
  /** Written like 08, as clocks of 24 hours do. */
  isPadded: boolean
}

type Token = Joint | Time | Window

const known = new Map<string, Token>([
  ...Object.entries(joints).flatMap(([joint, list]) => list.split('|').map((word) => [word, joint as Joint] as const)),
  ...parts.flatMap(([list, from, to]) =>
    list.split('|').map((word) => [word, [from * HOUR, to * HOUR] as Window] as const),
  ),
])
const escaped = (word: string) => word.replace(/[.+]/g, '\\$&')
/** The longest first, and whole words only: "a partir de" before "a". */
const knownWord = [...known.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((word) => (/[a-z]$/.test(word) ? `${escaped(word)}(?![a-z])` : escaped(word)))
  .join('|')
const timeWord = String.raw`\d{3,4}(?!\d)|\d{1,2}(?:(?:\s*:\s*|\.)\d{2}(?!\d)(?:[:.]\d{2})?|\s?h\s?\d{2}(?!\s?h\b|\d))?(?:\s?(?:uhr|hrs|hs|h)(?![a-z]))?(?:\s?[ap]\.?\s?m\b\.?)?`

/** Windows in order; [] where any time will do; undefined for what cannot be read. */
export function parseWindows(text: string): Window[] | undefined {
  const tokens = tokensOf(text)
  if (!tokens) return undefined
  const windows: Window[] = []
  while (tokens.length > 0) {
    if (tokens[0] === 'part' || tokens[0] === 'and') tokens.shift()
    else if (tokens[0] === 'any') {
      if (tokens.length > 1 || windows.length > 0) return undefined
      return []
    } else {
      const window = takeWindow(tokens)
      if (!window) return undefined
      windows.push(window)
    }
  }
  windows.sort((a, b) => a[0] - b[0])
  const overlaps = windows.some((window, index) => index > 0 && window[0] < windows[index - 1]![1])
  return overlaps || windows.length > windowsMost ? undefined : windows
}

/** The moment that a cell for one end of a window names: "ab 9" and "vormittags" begin at 9:00 and 8:00. */
export function parseEnd(text: string, end: 'from' | 'to'): number | undefined {
  const plain = parseTime(text)
  if (plain !== undefined) return plain
  const tokens = tokensOf(text) ?? []
  const times = tokens.filter((token) => typeof token === 'object')
  const others = tokens.filter((token) => typeof token === 'string')
  if (times.length !== 1 || others.some((joint) => joint !== 'from' && joint !== 'until' && joint !== 'to'))
    return undefined
  const [time] = times
  return Array.isArray(time) ? time[end === 'from' ? 0 : 1] : time!.seconds
}

/** Undefined where a word is not known. */
function tokensOf(text: string): Token[] | undefined {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’`´]/g, ' ')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
  // "AM" and "PM" alone are halves of the day.
  const half = /^\s*([ap])\.?m\.?\s*$/.exec(plain)?.[1]
  if (half) return [half === 'a' ? [...morning] : [...afternoon]]
  const tokens: Token[] = []
  // Sticky, so that a word in the middle is never skipped.
  const next = new RegExp(`[ \\t]*(?:(${timeWord})|(${knownWord})|(\\S))`, 'gy')
  for (const [, time, word, rest] of plain.trim().matchAll(next)) {
    const token = time !== undefined ? timeOf(time) : word !== undefined ? known.get(word) : undefined
    if (token === undefined || rest !== undefined) return undefined
    if (token !== 'nothing') tokens.push(token)
  }
  return tokens
}

const morning: Window = [8 * HOUR, 12 * HOUR]
const afternoon: Window = [12 * HOUR, 18 * HOUR]

function timeOf(text: string): Time | undefined {
  const seconds = parseTime(text.replace(/\s?(?:uhr|hrs|hs)/, ''))
  if (seconds === undefined) return undefined
  return { seconds, half: /([ap])\.?\s?m/.exec(text)?.[1] as 'a' | 'p' | undefined, isPadded: text.startsWith('0') }
}

/** Takes the tokens of one window off the front. */
function takeWindow(tokens: Token[]): Window | undefined {
  let opener: Token | undefined
  while (typeof tokens[0] === 'string' && ['from', 'until', 'between', 'to'].includes(tokens[0])) {
    opener = tokens.shift()
  }
  const first = tokens.shift()
  if (Array.isArray(first)) return opener === 'until' || opener === 'between' ? undefined : [...first]
  if (typeof first !== 'object') return undefined
  if (opener === 'until' || opener === 'to') return first.seconds > 0 ? [0, first.seconds] : undefined
  const joiner = tokens[0]
  const second = tokens[1]
  const isJoined = joiner === 'to' || joiner === 'until' || (joiner === 'and' && opener === 'between')
  if (isJoined && typeof second === 'object' && !Array.isArray(second)) {
    tokens.splice(0, 2)
    return between(first, second)
  }
  return opener === 'from' && first.seconds < DAY ? [first.seconds, DAY] : undefined
}

/**
 * An end before its start is on the following day, but for the way in which 9-5 and 2-4pm are meant: half of a day is
 * added where the other time says so.
 */
function between(first: Time, second: Time): Window | undefined {
  let [from, to] = [first.seconds, second.seconds]
  const half = DAY / 2
  if (second.half === 'p' && !first.half && from < half && from + half < to) from += half
  const isOffice = !first.half && !second.half && !second.isPadded && !first.isPadded && from < half + HOUR && to < half
  if (to < from && isOffice && to + half > from && to > 0) to += half
  if (to === from) return undefined
  return [from, to > from ? to : to + DAY]
}
