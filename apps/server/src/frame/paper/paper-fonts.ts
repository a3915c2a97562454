// The fonts of paper: each character in a font that has it, because names come in all scripts. A font is opened when a text needs it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'

const resolve = createRequire(import.meta.url).resolve

interface Subset {
  package: string
  /** File name without the weight. */
  file: string
  isDrawn: boolean
  ranges: readonly (readonly [number, number])[]
  within: RegExp | undefined
}

interface Family {
  package: string
  /** Names of its files; all that are numbered when none is named. */
  subsets?: readonly string[]
  /** Chinese and Korean come in one weight, thin, and compressed so that they cannot be embedded in part. */
  isDrawn?: boolean
  /** The only characters that it is asked for. */
  within?: RegExp
}

const SCRIPTS = [
  ...['arabic', 'hebrew', 'armenian', 'georgian', 'ethiopic'],
  ...['bengali', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'sinhala', 'tamil', 'telugu'],
  ...['khmer', 'lao', 'myanmar', 'thai'],
]

/** In the order in which they are asked; what none has is shown as the first one shows the unknown. */
const families: readonly Family[] = [
  {
    package: '@fontsource/noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'],
  },
  ...SCRIPTS.map((script) => ({ package: `@fontsource/noto-sans-${script}`, subsets: [script] })),
  { package: '@fontsource/noto-emoji', within: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u },
  // Hangul first, which the font of Chinese names among its ranges without having it all.
  { package: '@fontsource-variable/noto-sans-kr', isDrawn: true, within: /\p{Script=Hangul}/u },
  // Chinese characters as China writes them, and the kana.
  { package: '@fontsource-variable/noto-sans-sc', isDrawn: true },
]

let known: Subset[] | undefined

function subsets(): Subset[] {
  known ??= families.flatMap((family) => {
    const ranges = JSON.parse(readFileSync(resolve(`${family.package}/unicode.json`), 'utf8')) as Record<string, string>
    const names = family.subsets ?? Object.keys(ranges).filter((name) => /\d/.test(name))
    return names.map((name) => ({
      package: family.package,
      file: `${family.package.split('/')[1]}-${name.replace(/\D+(?=\d)|\]$/g, '')}`,
      isDrawn: family.isDrawn ?? false,
      within: family.within,
      ranges: parseRanges(ranges[name]!),
    }))
  })
  return known
}

/** U+0000-00FF,U+0131 as pairs of code points. */
function parseRanges(text: string): [number, number][] {
  return text.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

export type Weight = 400 | 700

/** A piece of text in one font. */
export interface Run {
  text: string
  font: string
  /** Drawn by its outlines; its font has one weight. */
  isDrawn: boolean
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Lists the letters of a text, each with its marks; a family of emoji is one. */
export function splitLetters(text: string): string[] {
  return [...clusters.segment(text)].map(({ segment }) => segment)
}

/** Cuts the text where the font changes. A letter and its marks stay together, or the marks would have nothing to stand on. */
export function fontRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  let subset: Subset | undefined
  for (const letter of splitLetters(text)) {
    const next = findSubset(letter, subset)
    const last = runs.at(-1)
    if (last && next === subset) last.text += letter
    else runs.push({ text: letter, font: fontFile(next, weight), isDrawn: next.isDrawn })
    subset = next
  }
  return runs
}

/** Joiners and selectors have no shape of their own: every font will do. */
const WITHOUT_SHAPE = /\u200c|\u200d|\ufe0e|\ufe0f/gu

/** Found again by letter: the same letters come again and again. */
const found = new Map<string, Subset>()

function findSubset(letter: string, last: Subset | undefined): Subset {
  // Marks and punctuation that scripts share stay with the word that they belong to.
  if (last && /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(letter) && hasAll(last, letter)) return last
  let subset = found.get(letter)
  if (!subset) {
    subset =
      subsets().find((subset) => hasAll(subset, letter)) ??
      subsets().find((subset) => hasAll(subset, String.fromCodePoint(letter.codePointAt(0)!))) ??
      subsets()[0]!
    found.set(letter, subset)
  }
  return subset
}

function hasAll({ ranges, within }: Subset, letter: string): boolean {
  if (within?.test(letter) === false) return false
  return [...letter.replace(WITHOUT_SHAPE, '')].every((character) => {
    const codePoint = character.codePointAt(0)!
    return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
  })
}

function fontFile({ package: name, file, isDrawn }: Subset, weight: Weight): string {
  const folder = join(dirname(resolve(`${name}/package.json`)), 'files')
  return join(folder, isDrawn ? `${file}-wght-normal.woff2` : `${file}-${weight}-normal.woff`)
}

const openFonts = new Map<string, Font>()

function openFont(file: string): Font {
  const font = openFonts.get(file) ?? create(readFileSync(file))
  openFonts.set(file, font)
  return font
}

/** Features of a font that move marks to their letters. */
const WITHOUT_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false }
/** Fonts whose letters need no shaping that could fail. */
const PLAIN = /\/noto-sans\/files\/noto-sans-(?!devanagari)/

/** Returns how far letters of the font reach above and below the line they stand on, as parts of the size. */
export function computeReach({ font, isDrawn }: Run): { above: number; below: number } {
  // Lines are as tall as Latin letters need, and those that are drawn have large margins of their own.
  if (isDrawn || PLAIN.test(font)) return { above: 0, below: 0 }
  const { ascent, descent, unitsPerEm } = openFont(font)
  return { above: ascent / unitsPerEm, below: -descent / unitsPerEm }
}

/**
 * Returns the features that the run is shaped with: all, as an empty list, or those that can be done. fontkit 2.0.4 throws where the
 * font has no anchor for a mark (some of Gurmukhi and Malayalam); such marks stand where the font draws them.
 */
export function getFeatures({ text, font }: Run): string[] | Record<string, boolean> {
  if (PLAIN.test(font)) return []
  try {
    openFont(font).layout(text, [])
    return []
  } catch {
    return WITHOUT_MARKS
  }
}

export interface Outline {
  /** Path commands as SVG has them, the baseline at 0, upwards positive; a thousand units are the size of the font. */
  path: string
  width: number
}

const outlines = new Map<string, Outline>()

/** The outlines of a run that is drawn, character by character. */
export function listOutlines({ text, font }: Run): Outline[] {
  return [...text].map((character) => {
    const key = `${font} ${character}`
    let outline = outlines.get(key)
    if (!outline) {
      const [glyph] = openFont(font).layout(character).glyphs
      outline = { path: glyph ? writeSvg(glyph) : '', width: glyph?.advanceWidth ?? 0 }
      outlines.set(key, outline)
    }
    return outline
  })
}

const letters = { moveTo: 'M', lineTo: 'L', bezierCurveTo: 'C', closePath: 'Z' } as const

/** With curves of third degree only: the writer of the file knows no others. */
function writeSvg({ path }: Glyph): string {
  let [x, y] = [0, 0]
  const commands = path.commands.map(({ command, args }) => {
    const [fromX, fromY] = [x, y]
    ;[x, y] = [args.at(-2) ?? x, args.at(-1) ?? y]
    if (command !== 'quadraticCurveTo') return `${letters[command]}${args.join(' ')}`
    const [bendX = 0, bendY = 0] = args
    const toward = (end: number, bend: number) => end + (2 / 3) * (bend - end)
    return `C${toward(fromX, bendX)} ${toward(fromY, bendY)} ${toward(x, bendX)} ${toward(y, bendY)} ${x} ${y}`
  })
  return commands.join('')
}
