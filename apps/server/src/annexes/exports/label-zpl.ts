// Labels for printers that speak ZPL II: the printer draws texts and codes by itself.

import QRCode from 'qrcode'
import { QUIET_UNITS, writeBars } from './label-bars.ts'
import { type LabelBox, type LabelLayout, labelLayouts } from './label-boxes.ts'
import type { Label, Labels } from './labels.ts'

/** Dots per millimetre: 203 and 300 dpi. */
const DOTS: Readonly<Record<string, number>> = { zpl_203: 8, zpl_300: 12 }
const POINTS_PER_MILLIMETER = 72 / 25.4
const LINE_HEIGHT = 1.2
/** Width of a letter of the printer's font, as a part of its height; generous, so that lines break before the edge. */
const LETTER_WIDTH = 0.55
/** Text without letters in the printer's first font is written with the second font that most printers have. */
const FIRST_FONT = /^[\x20-\u024f\u2010-\u2026\u20ac\n]*$/
const OTHER_FONT = 'E:TT0003M_.TTF'
const FROM_RIGHT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u
const LARGEST_QR = 10
/** Smaller letters are hard to read in a van, millimetres. */
const SMALLEST_LETTERS = 2.5

/** Writes all labels as one job. */
export async function writeZpl({ labels, form }: Labels): Promise<string> {
  const layout = labelLayouts[form]
  const dots = DOTS[form]!
  const written: string[] = []
  for (const label of labels) written.push(await writeLabel(label, layout, dots))
  return written.join('')
}

async function writeLabel(label: Label, layout: LabelLayout, dots: number): Promise<string> {
  const { boxes, sizes } = layout
  const [name = '', ...address] = label.person.split('\n')
  const [x, y, width, height] = boxes.person
  const nameHeight = height * 0.4
  const text = (content: string, box: LabelBox, points: number) => writeText(content, box, points, dots)
  return [
    // UTF-8, letters joined and from the right where the script asks for it, width and length of the label.
    `^XA^CI28^PA1,1,1,1^PW${layout.width * dots}^LL${layout.height * dots}^LH0,0`,
    text(label.place, boxes.place, sizes.place),
    text(label.count, boxes.count, sizes.count),
    text(label.route, boxes.route, sizes.text),
    text(name, [x, y, width, nameHeight], sizes.person),
    text(address.join('\n'), [x, y + nameHeight, width, height - nameHeight], sizes.text),
    text(label.windows, boxes.windows, sizes.text),
    text(label.code, boxes.code, sizes.text),
    text(label.project, boxes.project, sizes.small),
    ...(label.code === '' ? [] : await writeCodes(label.code, boxes, dots)),
    '^XZ\n',
  ]
    .filter(Boolean)
    .join('\n')
}

/** A block of text: smaller where it is long, as far as that can be told without the printer's font. */
function writeText(text: string, [x, y, width, height]: LabelBox, points: number, dots: number): string {
  if (text === '') return ''
  const wide = width * dots
  let size = Math.round((points / POINTS_PER_MILLIMETER) * dots)
  while (size > dots * SMALLEST_LETTERS && countLines(text, wide, size) * size * LINE_HEIGHT > height * dots) size -= 1
  const lines = Math.max(1, Math.floor((height * dots) / (size * LINE_HEIGHT)))
  const shown = cutToLines(text, lines, wide, size)
  const font = FIRST_FONT.test(text) ? `^A0N,${size},${size}` : `^A@N,${size},${size},${OTHER_FONT}`
  const side = FROM_RIGHT.test(text) ? 'R' : 'L'
  return `^FO${dot(x, dots)},${dot(y, dots)}${font}^FB${wide},${lines},${Math.round(size * (LINE_HEIGHT - 1))},${side}^FH^FD${escapeBlock(shown)}^FS`
}

function countLines(text: string, width: number, size: number): number {
  return text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * size * LETTER_WIDTH) / width)), 0)
}

/** Printers write what is too much over the last line: it is cut off before. */
function cutToLines(text: string, lines: number, width: number, size: number): string {
  if (countLines(text, width, size) <= lines) return text
  const perLine = Math.max(2, Math.floor(width / (size * LETTER_WIDTH)))
  const kept: string[] = []
  let left = lines
  for (const line of text.split('\n')) {
    if (left <= 0) break
    const room = left * perLine
    kept.push(line.length > room ? `${line.slice(0, room - 1).trimEnd()}…` : line)
    left -= Math.max(1, Math.ceil(line.length / perLine))
  }
  return kept.join('\n')
}

async function writeCodes(code: string, boxes: LabelLayout['boxes'], dots: number): Promise<string[]> {
  const [x, y, size] = boxes.qr
  const modules = QRCode.create(code, { errorCorrectionLevel: 'M' }).modules.size
  const magnification = Math.max(1, Math.min(LARGEST_QR, Math.floor((size * dots) / modules)))
  const qr = `^FO${dot(x, dots)},${dot(y, dots)}^BQN,2,${magnification}^FH^FDMA,${escapeField(code)}^FS`
  const [left, top, width, height] = boxes.bars
  const bars = await writeBars(code, width)
  if (!bars) return [qr]
  const unit = Math.max(1, Math.min(Math.floor((width * dots) / (bars.units + 2 * QUIET_UNITS)), Math.round(dots / 2)))
  const start = dot(left, dots) + QUIET_UNITS * unit
  // Mode D writes GS1-128 from the text in brackets, mode A the shortest Code 128.
  const mode = bars.gs1 ? 'D' : 'A'
  const linear = `^FO${start},${dot(top, dots)}^BY${unit}^BCN,${height * dots},N,N,N,${mode}^FH^FD${escapeField(bars.gs1 ?? code)}^FS`
  return [qr, linear]
}

function dot(millimeters: number, dots: number): number {
  return Math.round(millimeters * dots)
}

/** Signs that begin commands, and the one that escapes, as their numbers; control characters as blanks. */
function escapeField(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u001f\u007f]/g, ' ')
      .replace(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  )
}

/** In blocks of text a backslash begins a command too: the break of a line. */
function escapeBlock(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeField(line.replaceAll('\\', '\\\\')))
    .join('\\&')
}
