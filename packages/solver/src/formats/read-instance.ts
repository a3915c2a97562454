/** Reads any supported benchmark text: detects the format by its content, or uses the given one. */

import { isCordeau } from './cordeau.ts'
import { readCvrplib } from './cvrplib.ts'
import { FormatError } from './format-error.ts'
import type { Instance, InstanceFormat } from './instance.ts'
import { readLiLim } from './li-lim.ts'
import { isPvrpif } from './pvrpif.ts'
import { readSolomon } from './solomon.ts'
import { isTdvrptw } from './tdvrptw.ts'
import { listLines } from './text-lines.ts'

/** Formats that consist of one plain text file. */
export type TextFormat = Exclude<InstanceFormat, 'vroom' | 'tdvrptw' | 'pvrp'>

/** The format that a text is written in; throws FormatError when none fits. */
export function detectFormat(text: string): InstanceFormat {
  if (/^\s*\{/.test(text)) return isTdvrptw(text) ? 'tdvrptw' : isPvrpif(text) ? 'pvrp' : 'vroom'
  const lines = listLines(text)
  if (lines.some((line) => /^(DIMENSION\s*:|NODE_COORD_SECTION|EDGE_WEIGHT_SECTION)/i.test(line.text))) return 'cvrplib'
  if (lines.some((line) => /^NUMBER\s+CAPACITY/i.test(line.text))) return 'solomon'
  if (isCordeau(lines)) return 'pvrp'
  const [first, second] = lines
  if (first?.fields.length === 3 && second?.fields.length === 9) return 'lilim'
  throw new FormatError(
    'neither Solomon, CVRPLIB, Li & Lim, VROOM JSON, time-dependent JSON nor periodic',
    'format',
    first?.number ?? 1,
  )
}

/** Reads a benchmark text of one day, of any format except the JSON ones; `name` is used when the file states none. */
export function readInstance(text: string, format: TextFormat, name: string): Instance {
  switch (format) {
    case 'solomon':
      return readSolomon(text)
    case 'cvrplib':
      return readCvrplib(text)
    case 'lilim':
      return readLiLim(text, name)
  }
}
