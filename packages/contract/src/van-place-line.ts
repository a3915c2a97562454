// A place in the van as one line: "Back left, shelf · 12".
import type { VanPlace, VanPlaceWord } from './schemas/van-place.ts'

/** `say` returns the word in the reader's language; the line begins with a capital. */
export function vanPlaceLine({ depth, side, level, mark }: VanPlace, say: (word: VanPlaceWord) => string): string {
  const where = [depth, side].flatMap((word) => (word ? [say(word)] : [])).join(' ')
  const text = [where, level && say(level)].filter(Boolean).join(', ')
  return [text.charAt(0).toLocaleUpperCase() + text.slice(1), mark].filter(Boolean).join(' · ')
}
