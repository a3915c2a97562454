// The code of a parcel as bars: GS1-128 for an SSCC, else Code 128, where it has the letters and is short enough.
import { hasCheckDigit, readGs1 } from '@routewright/contract'

/** Thinner bars are read badly after printing, millimetres. */
const THINNEST_MILLIMETERS = 0.25
/** The space that stays free on either side, in units of a bar. */
export const QUIET_UNITS = 10

export interface Bars {
  /** Bars and gaps by turns, in units. */
  widths: readonly number[]
  units: number
  /** The text in brackets that stands for the bars of a GS1 label; undefined for plain Code 128. */
  gs1: string | undefined
}

/** Loaded with the first label: the library is large. */
const loadWriter = () => import('bwip-js/node')

/** Writes a code as bars; undefined where they would be too thin for this width, or where its letters have no bars. */
export async function writeBars(code: string, millimeters: number): Promise<Bars | undefined> {
  if (!/^[\x20-\x7e]+$/.test(code)) return undefined
  const { default: writer } = await loadWriter()
  const gs1 = printedSscc(code)
  const [symbol] = writer.raw({ bcid: gs1 ? 'gs1-128' : 'code128', text: gs1 ?? code })
  const widths = symbol && 'sbs' in symbol ? symbol.sbs : []
  const units = widths.reduce((sum, width) => sum + width, 0)
  const isReadable = units > 0 && millimeters / (units + 2 * QUIET_UNITS) >= THINNEST_MILLIMETERS
  return isReadable ? { widths, units, gs1 } : undefined
}

/** (00) and the number, where the code is an SSCC and nothing else. */
function printedSscc(code: string): string | undefined {
  const elements = readGs1(code)
  const sscc = elements?.get('00')
  return sscc?.length === 18 && elements?.size === 1 && hasCheckDigit(sscc) ? `(00)${sscc}` : undefined
}
