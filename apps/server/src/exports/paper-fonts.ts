// The fonts of paper: each character in a font that has it, because names come in all scripts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const resolve = createRequire(import.meta.url).resolve

interface Subset {
  family: string
  name: string
  ranges: readonly (readonly [number, number])[]
  isRightToLeft: boolean
}

/** In the order in which they are asked; what none has is shown as the first one shows the unknown. */
const families = [
  {
    family: 'noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'],
  },
  { family: 'noto-sans-arabic', subsets: ['arabic'], isRightToLeft: true },
  { family: 'noto-sans-hebrew', subsets: ['hebrew'], isRightToLeft: true },
]

let known: Subset[] | undefined

function subsets(): Subset[] {
  known ??= families.flatMap(({ family, subsets: names, isRightToLeft = false }) => {
    const folder = dirname(resolve(`@fontsource/${family}/package.json`))
    const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
    return names.map((name) => ({ family, name, isRightToLeft, ranges: parseRanges(ranges[name]!) }))
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
  isRightToLeft: boolean
}

/** The text cut where the font changes. */
export function fontRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const { font, isRightToLeft } = fontOf(character.codePointAt(0)!, weight)
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font, isRightToLeft })
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
    font = { font: fontFile(subset, weight), isRightToLeft: subset.isRightToLeft }
    found.set(key, font)
  }
  return font
}

function subsetOf(codePoint: number): Subset {
  const has = ({ ranges }: Subset) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
  return subsets().find(has) ?? subsets()[0]!
}

function fontFile({ family, name }: Subset, weight: Weight): string {
  return join(
    dirname(resolve(`@fontsource/${family}/package.json`)),
    'files',
    `${family}-${name}-${weight}-normal.woff`,
  )
}
