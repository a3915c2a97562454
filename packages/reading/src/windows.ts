// Parses time windows as people write them in ten languages: 8-12, ab 9, bis 17 Uhr, entre 9 y 13, 9-5, vormittags; several separated by
// commas, slashes or "and".
import { plain } from './fold.ts'
import { JOINTS, type Joint, NAMED_TIMES, PARTS } from './window-words.ts'
import { parseTime } from './written-times.ts'

/** Seconds since midnight; an end after midnight continues counting. */
export type Window = [number, number]

export interface ReadWindows {
  /** In order; empty when any time is fine. */
  windows: Window[]
  /** Words that mean no time. */
  rest?: string
  /** Whether twelve hours were added, as in 9 - 5. */
  isAssumed?: boolean
}

const HOUR = 3_600
const DAY = 24 * HOUR
const WINDOWS_MOST = 20

interface Time {
  seconds: number
  /** am or pm of a twelve-hour clock. */
  half: 'a' | 'p' | undefined
  /** Whether it is written like 08, as on 24-hour clocks. */
  isPadded: boolean
  /** Whether minutes, an h or the like mark it as a time. */
  isMarked: boolean
}

type Token = Joint | Time | Window | { unknown: string }

const KNOWN = new Map<string, Joint | Window>([
  ...Object.entries(JOINTS).flatMap(([joint, list]) => list.split('|').map((word) => [word, joint as Joint] as const)),
  ...PARTS.flatMap(([list, from, to]) =>
    list.split('|').map((word) => [word, [from * HOUR, to * HOUR] as Window] as const),
  ),
])
const TIME_WORD = String.raw`\d{3,4}(?!\d)|\d{1,2}(?:(?:\s*:\s*|\.)\d{2}(?!\d)(?:[:.]\d{2})?|\s?h\s?\d{2}(?!\s?h\b|\d))?(?:\s?(?:uhr|hrs|hs|h)(?![a-z]))?(?:\s?[ap]\.?\s?m\b\.?)?(?:\s?(?:uhr|h)(?![a-z]))?`
/** A time, a word, or a sign. */
const PIECES = new RegExp(String.raw`(${TIME_WORD})|(\p{L}+)|(->|\S)`, 'gu')
/** Most words of a connecting phrase: a partir de las. */
const WORDS_MOST = 4
/** A date before a time is not part of the window. */
const DAY_BEFORE = /(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})[t ,]+(?=\d{1,2}:\d{2})/g

/** Reads windows; undefined when there are none. Other words are returned as `rest`. */
export function readWindows(text: string): ReadWindows | undefined {
  const tokens = listTokens(text)
  const unknown = tokens.flatMap((token) => (isUnknown(token) ? [token.unknown] : []))
  // Digits that are no time may be anything: a telephone number, a date.
  if (unknown.some((word) => /\d/.test(word))) return undefined
  const known = tokens.filter((token) => !isUnknown(token))
  if (known.length === 0) return undefined
  const state = { isAssumed: false }
  const windows = findWindows(known, state)
  if (!windows || (unknown.length > 0 && windows.length === 0)) return undefined
  return {
    windows,
    ...(unknown.length > 0 && { rest: unknown.join(' ') }),
    ...(state.isAssumed && { isAssumed: true }),
  }
}

/** Windows in order; [] when any time is fine; undefined for a text that cannot be read as a whole. */
export function parseWindows(text: string): Window[] | undefined {
  if (text.trim() === '') return []
  const read = readWindows(text)
  return read && read.rest === undefined ? read.windows : undefined
}

/** The time in a cell for one end of a window: "ab 9" and "vormittags" begin at 9:00 and 8:00, 0.25 is a share of a day. */
export function parseEnd(text: string, end: 'from' | 'to'): number | undefined {
  if (/^0[.,]\d+$/.test(text.trim())) return Math.round(Number(text.trim().replace(',', '.')) * 1_440) * 60
  const bare = plain(text).replace(DAY_BEFORE, '')
  const time = parseTime(bare)
  if (time !== undefined) return time
  const tokens = listTokens(bare).filter((token) => token !== 'to' || end === 'to')
  const times = tokens.filter((token) => typeof token === 'object')
  const others = tokens.filter((token) => typeof token === 'string')
  if (times.length !== 1 || others.some((joint) => joint !== 'from' && joint !== 'until' && joint !== 'to'))
    return undefined
  const [found] = times
  if (Array.isArray(found)) return found[end === 'from' ? 0 : 1]
  return found && !isUnknown(found) ? found.seconds : undefined
}

function isUnknown(token: Token): token is { unknown: string } {
  return typeof token === 'object' && 'unknown' in token
}

function isTime(token: Token | undefined): token is Time {
  return typeof token === 'object' && 'seconds' in token
}

function findWindows(tokens: Token[], state: { isAssumed: boolean }): Window[] | undefined {
  const [first, slash, last] = tokens
  // 8h30/12h: nobody writes two times like that.
  if (tokens.length === 3 && slash === 'part' && isTime(first) && isTime(last) && first.isMarked)
    return listOf(between(first, last, state))
  const windows: Window[] = []
  while (tokens.length > 0) {
    if (tokens[0] === 'part' || tokens[0] === 'and') tokens.shift()
    else if (tokens[0] === 'any') return tokens.length > 1 || windows.length > 0 ? undefined : []
    else {
      const window = takeWindow(tokens, state)
      if (!window) return undefined
      windows.push(window)
    }
  }
  windows.sort((a, b) => a[0] - b[0])
  const overlaps = windows.some((window, index) => index > 0 && window[0] < windows[index - 1]![1])
  return overlaps || windows.length > WINDOWS_MOST ? undefined : windows
}

function listOf(window: Window | undefined): Window[] | undefined {
  return window && [window]
}

/** Splits a text into tokens; anything else than times and time words becomes a token with its text. */
function listTokens(text: string): Token[] {
  const written = plain(text.normalize('NFKC'))
    .replace(DAY_BEFORE, '')
    .replace(/['’`´]/g, ' ')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
  // "AM" and "PM" alone are halves of the day.
  const half = /^\s*([ap])\.?m\.?\s*$/.exec(written)?.[1]
  if (half) return [half === 'a' ? [8 * HOUR, 12 * HOUR] : [12 * HOUR, 18 * HOUR]]
  const pieces = [...written.trim().matchAll(PIECES)]
  const tokens: Token[] = []
  for (let at = 0; at < pieces.length; ) at += takePiece(tokens, pieces, at)
  return settled(tokens)
}

type Piece = RegExpExecArray

/** Reads the piece at this index and the words that belong to it. Returns the number of pieces. */
function takePiece(tokens: Token[], pieces: readonly Piece[], at: number): number {
  const [, time, word, sign = ''] = pieces[at]!
  if (time !== undefined) tokens.push(findTime(time) ?? { unknown: time })
  else if (word === undefined) pushSign(tokens, sign)
  else {
    for (let count = WORDS_MOST; count > 0; count -= 1) {
      const words = pieces.slice(at, at + count).map((piece) => piece[2])
      const joined = words.length === count && !words.includes(undefined) ? words.join(' ') : undefined
      const isShort = joined !== undefined && KNOWN.has(`${joined}.`) && pieces[at + count]?.[3] === '.'
      if (joined !== undefined && (isShort || KNOWN.has(joined) || joined in NAMED_TIMES)) {
        pushWord(tokens, isShort ? `${joined}.` : joined)
        // The point of an abbreviation.
        return pieces[at + count]?.[3] === '.' ? count + 1 : count
      }
    }
    tokens.push({ unknown: word })
  }
  return 1
}

function pushSign(tokens: Token[], sign: string): void {
  if (KNOWN.has(sign)) pushWord(tokens, sign)
  else if (!/^[.()[\]:!]$/.test(sign)) tokens.push({ unknown: sign })
}

function pushWord(tokens: Token[], word: string): void {
  const hours = NAMED_TIMES[word]
  const isEnd = typeof tokens.at(-1) === 'string' && tokens.at(-1) !== 'part' && tokens.at(-1) !== 'nothing'
  if (hours !== undefined && (isEnd || !KNOWN.has(word)))
    tokens.push({ seconds: hours * HOUR, half: undefined, isPadded: true, isMarked: true })
  else {
    const known = KNOWN.get(word)
    tokens.push(Array.isArray(known) ? [...known] : (known ?? { unknown: word }))
  }
}

/** Resolves "na", and removes tokens without meaning. */
function settled(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at): Token[] => {
    if (token === 'nothing') return []
    if (token !== 'after_or_in') return [token]
    return isTime(tokens[at + 1]) ? ['from'] : []
  })
}

function findTime(text: string): Time | undefined {
  const seconds = parseTime(text.replace(/\s?(?:uhr|hrs|hs)/, ''))
  if (seconds === undefined) return undefined
  return {
    seconds,
    half: /([ap])\.?\s?m/.exec(text)?.[1] as 'a' | 'p' | undefined,
    isPadded: text.startsWith('0'),
    isMarked: /[:hu]/.test(text),
  }
}

/** Takes the tokens of one window from the front. */
function takeWindow(tokens: Token[], state: { isAssumed: boolean }): Window | undefined {
  let opener: Token | undefined
  while (typeof tokens[0] === 'string' && ['from', 'until', 'between', 'to'].includes(tokens[0])) {
    opener = tokens.shift()
  }
  const first = tokens.shift()
  if (Array.isArray(first)) return opener === 'until' || opener === 'between' ? undefined : [...first]
  if (!isTime(first)) return undefined
  if (opener === 'until' || opener === 'to') return first.seconds > 0 ? [0, first.seconds] : undefined
  const joiner = tokens[0]
  const second = tokens[1]
  const isJoined = joiner === 'to' || joiner === 'until' || (joiner === 'and' && opener === 'between')
  if (isJoined && isTime(second)) {
    tokens.splice(0, 2)
    return between(first, second, state)
  }
  return opener === 'from' && first.seconds < DAY ? [first.seconds, DAY] : undefined
}

/**
 * An end before its start is on the following day, except in forms such as 9-5 and 2-4pm: twelve hours are then added where the other time
 * requires it.
 */
function between(first: Time, second: Time, state: { isAssumed: boolean }): Window | undefined {
  let [from, to] = [first.seconds, second.seconds]
  const half = DAY / 2
  if (second.half === 'p' && !first.half && from < half && from + half < to) from += half
  const isOffice = !first.half && !second.half && !second.isPadded && !first.isPadded && from < half + HOUR && to < half
  if (to < from && isOffice && to + half > from && to > 0) {
    to += half
    state.isAssumed = true
  }
  if (to === from) return undefined
  return [from, to > from ? to : to + DAY]
}
