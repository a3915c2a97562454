// Marks people's texts, so that an assistant treats them as data. Everything else in a response is ours.

/** Longest text of people in one field; an assistant has little room, and the interface has the whole. */
const MOST_LETTERS = 400

/**
 * A text that somebody typed, between « and ». The text itself cannot end its quotation, start a line of its own or hide letters.
 */
export function quote(text: string | null | undefined, most = MOST_LETTERS): string | undefined {
  if (!text) return undefined
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('«', '‹')
    .replaceAll('»', '›')
    .trim()
  if (plain === '') return undefined
  const letters = [...plain]
  return `«${letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : plain}»`
}

/** Names and addresses are shorter. */
export function quoteName(text: string | null | undefined): string | undefined {
  return quote(text, 120)
}
