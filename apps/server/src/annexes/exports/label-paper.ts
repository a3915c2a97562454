// Labels as a PDF: several on a sheet of A4, or each on a page of its own for a roll.
import type { Readable } from 'node:stream'
import { type Box, Paper, type TextStyle } from '../../frame/paper/paper.ts'
import { QUIET_UNITS, writeBars } from './label-bars.ts'
import { type LabelBox, type LabelLayout, labelLayouts } from './label-boxes.ts'
import type { Label, Labels } from './labels.ts'

const POINTS_PER_MILLIMETER = 72 / 25.4
/** Wider bars read no better, millimetres. */
const WIDEST_BAR_MILLIMETERS = 0.5
const A4 = { width: 210, height: 297 }

/** Starts writing the labels; returns a stream of them. */
export function printLabels({ labels, form, say }: Labels): Readable {
  const layout = labelLayouts[form]
  const page = form === 'a4_8' ? A4 : layout
  const columns = Math.floor(page.width / layout.width)
  const perPage = columns * Math.floor(page.height / layout.height)
  const paper = new Paper(say('labels'), undefined, {
    width: page.width * POINTS_PER_MILLIMETER,
    height: page.height * POINTS_PER_MILLIMETER,
    margin: 0,
  })
  const write = async () => {
    for (const [index, label] of labels.entries()) {
      const cell = index % perPage
      if (cell === 0) paper.beginSection()
      await drawLabel(paper, label, layout, {
        x: (cell % columns) * layout.width,
        y: Math.floor(cell / columns) * layout.height,
      })
      await paper.rest()
    }
    paper.end()
  }
  write().catch((error: Error) => paper.fail(error))
  return paper.stream
}

interface Corner {
  x: number
  y: number
}

async function drawLabel(paper: Paper, label: Label, { boxes, sizes }: LabelLayout, corner: Corner): Promise<void> {
  const place = (box: LabelBox) => toPoints(box, corner)
  const text = (part: keyof Label, style: TextStyle) =>
    label[part] && paper.textWithin(label[part], place(boxes[part]), style)
  text('place', { size: sizes.place, weight: 700 })
  text('count', { size: sizes.count, weight: 700 })
  text('route', { size: sizes.text, weight: 700 })
  drawPerson(paper, label.person, place(boxes.person), sizes)
  text('windows', { size: sizes.text, weight: 700 })
  text('code', { size: sizes.text })
  text('project', { size: sizes.small })
  if (label.code === '') return
  const [x, y, size] = place(boxes.qr)
  paper.qrCode(label.code, x, y, size)
  const bars = await writeBars(label.code, boxes.bars[2])
  if (!bars) return
  const [left, top, width, height] = boxes.bars
  const unit = Math.min(WIDEST_BAR_MILLIMETERS, width / (bars.units + 2 * QUIET_UNITS))
  paper.bars(bars.widths, place([left + QUIET_UNITS * unit, top, bars.units * unit, height]))
}

/** The name stands out; what follows takes the rest of the room. */
function drawPerson(paper: Paper, person: string, [x, y, width, height]: Box, sizes: LabelLayout['sizes']): void {
  const [name = '', ...address] = person.split('\n')
  const style: TextStyle = { size: sizes.person, weight: 700 }
  const nameHeight = Math.min(paper.heightOf(name, width, style), height * 0.5)
  paper.textWithin(name, [x, y, width, nameHeight], style)
  paper.textWithin(address.join('\n'), [x, y + nameHeight, width, height - nameHeight], { size: sizes.text })
}

function toPoints([x, y, width, height]: LabelBox, corner: Corner): Box {
  const [left, top] = [corner.x + x, corner.y + y]
  return [left, top, width, height].map((value) => value * POINTS_PER_MILLIMETER) as unknown as Box
}
