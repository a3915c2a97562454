// What stands on a PDF that the service writes: the texts of its content streams, by the tables that say which letters a font's glyphs are.
import { inflateSync } from 'node:zlib'

/** Returns the texts in the order in which they were written, a blank between two. */
export function readPaper(pdf: Buffer): string {
  const bodies = readBodies(pdf)
  const letters = new Map(
    [...bodies].flatMap(([id, { head }]) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
      return table === undefined ? [] : [[id, readLetters(bodies.get(table)!.stream)] as const]
    }),
  )
  const fonts = new Map(
    [...pdf.toString('latin1').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, letters.get(id!)]),
  )
  return [...bodies.values()].flatMap(({ stream }) => readTexts(stream, fonts)).join(' ')
}

interface Body {
  head: string
  stream: string
}

function readBodies(pdf: Buffer): Map<string, Body> {
  const text = pdf.toString('latin1')
  return new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => {
      const [head, rest = ''] = body!.split('\nstream\n') as [string, string?]
      const bytes = Buffer.from(rest.slice(0, rest.lastIndexOf('\nendstream')), 'latin1')
      const isText = head.includes('/FlateDecode') && !head.includes('/Subtype')
      return [id!, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' }]
    }),
  )
}

/** A font's table: the letters of each glyph, by its number in four hexadecimal digits. */
function readLetters(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [at, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(from!, 16) + at).toString(16).padStart(4, '0')
      letters.set(glyph, Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

function readTexts(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string> | undefined>): string[] {
  let font: ReadonlyMap<string, string> | undefined
  return [...stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gi)].flatMap(([, name, parts]) => {
    if (name !== undefined) font = fonts.get(name)
    if (parts === undefined) return []
    const glyphs = [...parts.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    return [glyphs.map((glyph) => font?.get(glyph.toLowerCase()) ?? '').join('')]
  })
}
