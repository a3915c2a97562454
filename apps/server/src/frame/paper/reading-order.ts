// The order in which the pieces of a line stand from left to right (Unicode Bidirectional Algorithm, UAX #9, by bidi-js).
import createBidi from 'bidi-js'
import { fontRuns, type Run, splitLetters, type Weight } from './paper-fonts.ts'

// Its types describe a module with a default export; what Node loads is the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)()
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/

/** Cuts a line into runs of one font, in the order in which they stand. The direction of the line is that of its first letter. */
export function runsFromLeft(line: string, weight: Weight): Run[] {
  if (!RIGHT_TO_LEFT.test(line)) return fontRuns(line, weight)
  const { levels } = bidi.getEmbeddingLevels(line)
  const pieces = cutAtLevels(line, levels).flatMap(({ text, level }) =>
    fontRuns(text, weight).map((run) => ({ level, run: level % 2 === 1 ? turned(run) : kept(run) })),
  )
  return reordered(pieces)
}

function cutAtLevels(line: string, levels: Uint8Array): { text: string; level: number }[] {
  const pieces: { text: string; level: number }[] = []
  for (let at = 0; at < line.length; at += 1) {
    const last = pieces.at(-1)
    if (last && last.level === levels[at]) last.text += line[at]
    else pieces.push({ text: line[at]!, level: levels[at]! })
  }
  return pieces
}

/** A run that stands from right to left. Its font turns letters of such scripts by itself, but not brackets and spaces alone. */
function turned(run: Run): Run {
  if (RIGHT_TO_LEFT.test(run.text)) return run
  const mirrored = splitLetters(run.text).map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
  return { ...run, text: mirrored.reverse().join('') }
}

/** A run that stands from left to right. The font takes Arabic digits for letters and turns them: turned before, they come out right. */
function kept(run: Run): Run {
  const isNumber = ARABIC_DIGIT.test(run.text) && !/\p{L}/u.test(run.text)
  return isNumber ? { ...run, text: splitLetters(run.text).reverse().join('') } : run
}

/** Rule L2: from the highest level down to the lowest odd one, each stretch of that level or more is turned round. */
function reordered(pieces: readonly { level: number; run: Run }[]): Run[] {
  let ordered = [...pieces]
  const levels = pieces.map(({ level }) => level)
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1))
  for (let level = Math.max(...levels); level >= lowestOdd; level -= 1) ordered = turnStretches(ordered, level)
  return ordered.map(({ run }) => run)
}

function turnStretches<Piece extends { level: number }>(pieces: readonly Piece[], level: number): Piece[] {
  const ordered: Piece[] = []
  for (let from = 0; from < pieces.length; ) {
    let to = from
    while (to < pieces.length && pieces[to]!.level >= level) to += 1
    if (to > from) ordered.push(...pieces.slice(from, to).reverse())
    else ordered.push(pieces[to++]!)
    from = to
  }
  return ordered
}
