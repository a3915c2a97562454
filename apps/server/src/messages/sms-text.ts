// What an SMS costs: characters that the small alphabet has not make every part less than half as long.

const gsmAlphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
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

/** The text with typographic marks that the small alphabet has not written plainly. */
export function plainSmsText(text: string): string {
  return text.replace(/[’‘“”–—…\u00a0\u202f\u2009]/g, (mark) => plain[mark]!)
}

/** Messages that the text is sent and charged as; 0 for none. */
export function countSmsParts(text: string): number {
  let places = 0
  for (const character of text) {
    if (gsmAlphabet.has(character)) places += 1
    else if (gsmExtension.has(character)) places += 2
    else return partsOf(text.length, 70, 67)
  }
  return partsOf(places, 160, 153)
}

function partsOf(length: number, alone: number, joined: number): number {
  return length === 0 ? 0 : length <= alone ? 1 : Math.ceil(length / joined)
}
