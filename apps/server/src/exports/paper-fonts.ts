// The fonts of paper: each character in a font that has it, because names come in all scripts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'

const resolve = createRequire(import.meta.url).resolve

interface Subset {
  package: string
  /** Of its file, without the weight. */
  file: string
  /** Chinese, Japanese and Korean come in one weight, thin, and compressed so that they cannot be embedded in part. */
  isDrawn: boolean
  ranges: readonly (readonly [number, number])[]
  isRightToLeft: boolean
  within: RegExp | undefined
}

interface Family {
  package: string
  /** All whose names are numbers when they are not named. */
  subsets?: readonly string[]
  isRightToLeft?: boolean
  /** The only characters that it is asked for. */
  within?: RegExp
}

/** In the order in which they are asked; what none has is shown as the first one shows the unknown. */
const families: readonly Family[] = [
  {
    package: '@fontsource/noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'],
  },
  { package: '@fontsource/noto-sans-arabic', subsets: ['arabic'], isRightToLeft: true },
  { package: '@fontsource/noto-sans-hebrew', subsets: ['hebrew'], isRightToLeft: true },
  // Hangul first, which the font of Chinese names among its ranges without having it all.
  { package: '@fontsource-variable/noto-sans-kr', within: /\p{Script=Hangul}/u },
  // Chinese characters as China writes them, and the kana.
  { package: '@fontsource-variable/noto-sans-sc' },
]

let known: Subset[] | undefined

function subsets(): Subset[] {
  known ??= families.flatMap((family) => {
    const ranges = JSON.parse(readFileSync(resolve(`${family.package}/unicode.json`), 'utf8')) as Record<string, string>
    const names = family.subsets ?? Object.keys(ranges).filter((name) => /\d/.test(name))
    return names.map((name) => ({
      package: family.package,
      file: `${family.package.split('/')[1]}-${name.replace(/\D+(?=\d)|\]$/g, '')}`,
      isDrawn: family.subsets === undefined,
      isRightToLeft: family.isRightToLeft ?? false,
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
  /** To be drawn by its outlines; its font has one weight. */
  isDrawn: boolean
  isRightToLeft: boolean
}

/** The text cut where the font changes. */
export function fontRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const found = fontOf(character.codePointAt(0)!, weight)
    if (last?.font === found.font) last.text += character
    else runs.push({ text: character, ...found })
  }
  return runs
}

/** By weight and code point: the same letters come again and again. */
const found = new Map<number, Omit<Run, 'text'>>()

function fontOf(codePoint: number, weight: Weight): Omit<Run, 'text'> {
  const key = codePoint * 1_000 + weight
  let font = found.get(key)
  if (!font) {
    const subset = subsetOf(codePoint)
    const { isDrawn, isRightToLeft } = subset
    font = { font: fontFile(subset, weight), isDrawn, isRightToLeft }
    found.set(key, font)
  }
  return font
}

function subsetOf(codePoint: number): Subset {
  const character = String.fromCodePoint(codePoint)
  const has = ({ ranges, within }: Subset) =>
    within?.test(character) !== false && ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
  return subsets().find(has) ?? subsets()[0]!
}

function fontFile({ package: name, file, isDrawn }: Subset, weight: Weight): string {
  const folder = join(dirname(resolve(`${name}/package.json`)), 'files')
  return join(folder, isDrawn ? `${file}-wght-normal.woff2` : `${file}-${weight}-normal.woff`)
}

export interface Outline {
  /** Path commands as SVG has them, the baseline at 0, upwards positive; a thousand units are the size of the font. */
  path: string
  width: number
}

const drawnFonts = new Map<string, Font>()
const outlines = new Map<string, Outline>()

/** The outlines of a run that is drawn, character by character. */
export function outlinesOf({ text, font }: Run): Outline[] {
  return [...text].map((character) => {
    const key = `${font} ${character}`
    let outline = outlines.get(key)
    if (!outline) {
      const opened = drawnFonts.get(font) ?? create(readFileSync(font))
      drawnFonts.set(font, opened)
      const [glyph] = opened.layout(character).glyphs
      outline = { path: glyph ? svgOf(glyph) : '', width: glyph?.advanceWidth ?? 0 }
      outlines.set(key, outline)
    }
    return outline
  })
}

const letters = { moveTo: 'M', lineTo: 'L', bezierCurveTo: 'C', closePath: 'Z' } as const

/** With curves of third degree only: the writer of the file knows no others. */
function svgOf({ path }: Glyph): string {
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
