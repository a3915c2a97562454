// Pages to write on, A4 unless told otherwise: text in any script with its own line breaks, boxes, pictures, bars, QR codes, page numbers.
import { PassThrough, type Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import {
  computeReach,
  fontRuns,
  getFeatures,
  listOutlines,
  type Run,
  splitLetters,
  type Weight,
} from './paper-fonts.ts'
import { runsFromLeft } from './reading-order.ts'

export interface TextStyle {
  size?: number
  weight?: Weight
  color?: string
}

/** Width and height of the pages, and what stays free around what is written; points. */
export interface Sheet {
  width: number
  height: number
  margin: number
}

const A4: Sheet = { width: 595.28, height: 841.89, margin: 40 }
/** The smallest size that text shrinks to, points. */
const smallest = 6
const lineHeight = 1.35
const ink = '#1a1f26'
const faint = '#5b6572'

/** Units of an outline at the size of its font. */
const outlineUnits = 1_000
/** How far below the top of a line its letters stand, unless some reach higher. */
const baseline = 1.069
/** Makes thin outlines as thick as the other fonts' letters, in units of an outline. */
const rim: Record<Weight, number> = { 400: 52, 700: 100 }

type Pdf = InstanceType<typeof PDFDocument>

/** x, y, width and height, points. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** A line of a text, with its height and where its letters stand in it, as parts of the size. */
interface Line {
  runs: readonly Run[]
  height: number
  baseline: number
}

export class Paper {
  readonly left: number
  readonly width: number
  /** Where the next thing goes, from the top. */
  y: number
  #sheet: Sheet
  #pdf: Pdf
  #fonts = new Set<string>()
  #output = new PassThrough({ highWaterMark: 1 << 20 })
  #footer: ((page: number) => string) | undefined
  #page = 0
  #heading: (() => void) | undefined
  #color = ink

  /** The footer is written when a page begins, with its number within the section. */
  constructor(title: string, footer?: (page: number) => string, sheet = A4) {
    this.left = sheet.margin
    this.width = sheet.width - 2 * sheet.margin
    this.y = sheet.margin
    this.#sheet = sheet
    this.#footer = footer
    const size: [number, number] = [sheet.width, sheet.height]
    this.#pdf = new PDFDocument({ size, margin: 0, autoFirstPage: false, info: { Title: title } })
    this.#pdf.pipe(this.#output)
  }

  /** The file, to be read while it is written. */
  get stream(): Readable {
    return this.#output
  }

  /** Begins a page; `heading` is repeated at the top of the pages that follow by themselves. */
  beginSection(heading?: () => void): void {
    this.#page = 0
    this.#heading = heading
    this.#addPage()
  }

  /** Begins a new page where less than this height is left. Returns whether it did. */
  ensure(height: number): boolean {
    if (this.y + height <= this.#sheet.height - this.#sheet.margin - 20) return false
    this.#addPage()
    return true
  }

  #addPage(): void {
    this.#pdf.addPage()
    this.#page += 1
    if (this.#footer) this.#writeFooter(this.#footer(this.#page))
    this.y = this.#sheet.margin
    if (this.#page > 1) this.#heading?.()
  }

  #writeFooter(text: string): void {
    const bottom = this.#sheet.height - this.#sheet.margin
    this.y = bottom + 4
    this.line(bottom - 4, '#d5dae1')
    this.text(text, { size: 8, color: faint })
  }

  /** Writes the text within the width at x, from `y` on, and moves `y` below it. */
  text(text: string, style: TextStyle = {}, x = this.left, width = this.width): void {
    this.y += this.textAt(text, x, this.y, width, style)
  }

  /** Writes the text at a place and returns its height; `y` stays. */
  textAt(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const { size = 10, weight = 400, color = ink } = style
    const lines = this.#lines(text, width, size, weight)
    this.#color = color
    this.#pdf.fillColor(color)
    let at = y
    for (const line of lines) {
      this.#writeLine(line, x, at, size, weight)
      at += line.height * size
    }
    return at - y
  }

  /** The height that the text will take. */
  heightOf(text: string, width: number, { size = 10, weight = 400 }: TextStyle = {}): number {
    return this.#lines(text, width, size, weight).reduce((sum, { height }) => sum + height * size, 0)
  }

  /** Writes the text into a box: smaller where it is long, and cut off with … where even that is not enough. */
  textWithin(text: string, [x, y, width, height]: Box, style: TextStyle = {}): void {
    const { size = 10, weight = 400, color = ink } = style
    let fitting = size
    while (fitting > smallest && this.heightOf(text, width, { ...style, size: fitting }) > height) fitting -= 0.5
    const lines = this.#lines(text, width, fitting, weight)
    let at = y
    this.#color = color
    this.#pdf.fillColor(color)
    for (const [index, line] of lines.entries()) {
      const next = at + line.height * fitting
      if (index > 0 && next > y + height + 0.1) {
        // The sign that more would follow stands where the line ended.
        this.#writeLine(
          measureLine(runsFromLeft('…', weight)),
          x + width - fitting,
          at - line.height * fitting,
          fitting,
          weight,
        )
        return
      }
      this.#writeLine(line, x, at, fitting, weight)
      at = next
    }
  }

  line(y = this.y, color = '#d5dae1'): void {
    this.#pdf
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(0.7)
      .stroke(color)
  }

  box(x: number, y: number, width: number, height: number, fill?: string): void {
    this.#pdf.roundedRect(x, y, width, height, 3).lineWidth(0.8)
    if (fill) this.#pdf.fill(fill)
    else this.#pdf.stroke('#8a95a3')
  }

  /** Bars and gaps by turns, each as many units wide. */
  bars(widths: readonly number[], [x, y, width, height]: Box): void {
    const unit = width / widths.reduce((sum, part) => sum + part, 0)
    this.#pdf.fillColor('#000000')
    let at = x
    for (const [index, one] of widths.entries()) {
      if (index % 2 === 0) this.#pdf.rect(at, y, one * unit, height)
      at += one * unit
    }
    this.#pdf.fill()
  }

  /** A QR code drawn as shapes: sharp on every printer. */
  qrCode(text: string, x: number, y: number, size: number): void {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
    const unit = size / modules.size
    this.#pdf.fillColor('#000000')
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        // A hair larger than its square, or viewers show lines between.
        if (modules.get(row, column)) {
          this.#pdf.rect(x + column * unit, y + row * unit, unit + 0.1, unit + 0.1)
        }
      }
    }
    this.#pdf.fill()
  }

  /** Draws a JPEG or PNG into a box, whole and centred. Returns false for a picture that cannot be drawn. */
  picture(bytes: Buffer, x: number, y: number, width: number, height: number): boolean {
    try {
      this.#pdf.image(bytes, x, y, { fit: [width, height], align: 'center', valign: 'center' })
      return true
    } catch {
      return false
    }
  }

  /** Lets requests be answered, and waits until the reader has taken most of what was written. */
  async rest(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#output.readableLength + this.#pdf.readableLength > 4_000_000 && !this.#output.destroyed) {
      await new Promise((resolve) => this.#output.once('data', resolve).once('close', resolve))
    }
    if (this.#output.destroyed) throw new Error('The reader went away.')
  }

  end(): void {
    this.#pdf.end()
  }

  fail(error: Error): void {
    this.#output.destroy(error)
  }

  #font(run: Run, size: number): Pdf {
    if (!this.#fonts.has(run.font)) {
      this.#pdf.registerFont(run.font, run.font)
      this.#fonts.add(run.font)
    }
    return this.#pdf.font(run.font).fontSize(size)
  }

  #widthOf(text: string, size: number, weight: Weight): number {
    return fontRuns(text, weight).reduce((sum, run) => sum + this.#widthOfRun(run, size), 0)
  }

  #widthOfRun(run: Run, size: number): number {
    if (!run.isDrawn) return this.#font(run, size).widthOfString(run.text, shapedWhole(run))
    return listOutlines(run).reduce((sum, { width }) => sum + (width * size) / outlineUnits, 0)
  }

  /** Breaks at spaces, and within a word only when the word alone is too wide. */
  #lines(text: string, width: number, size: number, weight: Weight): Line[] {
    return printable(text)
      .split('\n')
      .flatMap((paragraph) => this.#breakParagraph(paragraph, width, size, weight))
      .map((line) => measureLine(runsFromLeft(line, weight)))
  }

  #breakParagraph(paragraph: string, width: number, size: number, weight: Weight): string[] {
    const lines: string[] = []
    let line = ''
    let lineWidth = 0
    const space = this.#widthOf(' ', size, weight)
    for (const word of paragraph.split(/\s+/)) {
      for (const [index, piece] of this.#fit(word, width, size, weight).entries()) {
        const pieceWidth = this.#widthOf(piece, size, weight)
        const gap = line === '' || index > 0 ? 0 : space
        if (line !== '' && lineWidth + gap + pieceWidth > width) {
          lines.push(line)
          line = piece
          lineWidth = pieceWidth
        } else {
          line += (gap > 0 ? ' ' : '') + piece
          lineWidth += gap + pieceWidth
        }
      }
    }
    return [...lines, line]
  }

  /**
   * A word that is too wide, in pieces that fit: words, where the script writes no spaces between them, else letters with their marks. Pieces
   * are measured one by one, which is near enough.
   */
  #fit(word: string, width: number, size: number, weight: Weight): string[] {
    if (word.length < 12 || this.#widthOf(word, size, weight) <= width) return [word]
    if (WITHOUT_SPACES.test(word)) return splitWords(word)
    const widths = new Map<string, number>()
    const pieces: string[] = []
    let piece = ''
    let pieceWidth = 0
    for (const letter of splitLetters(word)) {
      const letterWidth = widths.get(letter) ?? this.#widthOf(letter, size, weight)
      widths.set(letter, letterWidth)
      if (piece !== '' && pieceWidth + letterWidth > width) {
        pieces.push(piece)
        piece = ''
        pieceWidth = 0
      }
      piece += letter
      pieceWidth += letterWidth
    }
    return [...pieces, piece]
  }

  #writeLine(line: Line, x: number, y: number, size: number, weight: Weight): void {
    let at = x
    const bottom = y + line.baseline * size
    for (const run of line.runs) {
      if (run.isDrawn) this.#draw(run, at, bottom, size, weight)
      else {
        const options = { lineBreak: false, baseline: 'alphabetic', ...shapedWhole(run) } as const
        this.#font(run, size).text(run.text, at, bottom, options)
      }
      at += this.#widthOfRun(run, size)
    }
  }

  /** Outlines with a rim, as thick as the weight asks: the font itself is a thin one. */
  #draw(run: Run, x: number, y: number, size: number, weight: Weight): void {
    const scale = size / outlineUnits
    let at = x
    for (const { path, width } of listOutlines(run)) {
      this.#pdf
        .save()
        .translate(at, y)
        .scale(scale, -scale)
        .path(path)
        .lineWidth(rim[weight])
        .lineJoin('round')
        .fillAndStroke(this.#color, this.#color)
        .restore()
      at += width * scale
    }
  }
}

/**
 * Options that shape a run as a whole: without features, the writer of the file cuts it at its spaces, and words from right to left
 * would stand in the wrong order.
 */
function shapedWhole(run: Run): { features: PDFKit.Mixins.OpenTypeFeatures[] } {
  // The types know the list alone; the font takes both.
  return { features: getFeatures(run) as PDFKit.Mixins.OpenTypeFeatures[] }
}

/** Scripts that write no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const words = new Intl.Segmenter('en', { granularity: 'word' })

function splitWords(text: string): string[] {
  return [...words.segment(text)].map(({ segment }) => segment)
}

/** Scripts with letters above or below others need taller lines. */
function measureLine(runs: readonly Run[]): Line {
  const reaches = runs.map(computeReach)
  const above = Math.max(baseline, ...reaches.map((reach) => reach.above))
  const below = Math.max(lineHeight - baseline, ...reaches.map((reach) => reach.below))
  return { runs, height: above + below, baseline: above }
}

/** Without what has no width and no meaning on paper: control characters, direction marks, surrogates alone. Joiners stay: they shape letters. */
function printable(text: string): string {
  return (
    text
      .toWellFormed()
      // A letter and its accent are one where there is such a letter.
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, ' ')
  )
}
