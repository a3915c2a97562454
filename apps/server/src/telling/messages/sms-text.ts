// Number of parts that an SMS costs. In the GSM alphabet a part holds 160 characters; a single character outside of it, and the
// whole text is sent in an encoding in which a part holds only 70.

const gsmAlphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters of the alphabet that count as two. */
const gsmExtension = new Set('^{}\\[~]|€\f')

const plain: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

/** Replaces typographic marks that the GSM alphabet lacks by plain ones, so that the SMS costs less. */
export function plainSmsText(text: string): string {
  return text.replace(/[’‘“”–—…\u00a0\u202f\u2009]/g, (mark) => plain[mark]!)
}

/** The number of parts that the text is sent and charged as; 0 for an empty one. */
export function countSmsParts(text: string): number {
  let places = 0
  for (const character of text) {
    if (gsmAlphabet.has(character)) places += 1
    else if (gsmExtension.has(character)) places += 2
    else return getParts(text.length, 70, 67)
  }
  return getParts(places, 160, 153)
}

function getParts(length: number, alone: number, joined: number): number {
  return length === 0 ? 0 : length <= alone ? 1 : Math.ceil(length / joined)
}
