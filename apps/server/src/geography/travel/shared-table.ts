// Travel tables as they are kept and handed to threads: in shared memory, large ones in 16 bits an entry where all of them fit.
import { computeRange, isShortEnough, type Matrix, makeMatrix } from '@routewright/solver'
import type { LegTable } from './leg-source.ts'
import type { TravelMatrix } from './travel.ts'
import { startTurns } from './turns.ts'

/** Entries looked at or copied without letting other work in between: a few milliseconds. */
const stepEntries = 1_000_000

/** The table in shared memory and as few bits as hold it; itself where it is so already. Lets other work in between. */
export async function shareTable({ seconds, meters, mixes }: LegTable): Promise<TravelMatrix> {
  const shared = { seconds: await shareEntries(seconds), meters: await shareEntries(meters) }
  return { ...shared, ...(mixes && { mixes: sharedBytes(mixes) }) }
}

async function shareEntries(entries: Matrix): Promise<Matrix> {
  const isShort = entries instanceof Uint16Array || (await fitsShort(entries))
  if (entries.buffer instanceof SharedArrayBuffer && isShort === entries instanceof Uint16Array) return entries
  const copy = makeMatrix(entries.length, isShort)
  const takeTurn = startTurns()
  for (let from = 0; from < entries.length; from += stepEntries) {
    copy.set(entries.subarray(from, from + stepEntries), from)
    await takeTurn()
  }
  return copy
}

async function fitsShort(entries: Int32Array): Promise<boolean> {
  const takeTurn = startTurns()
  for (let from = 0; from < entries.length; from += stepEntries) {
    const { least, most } = computeRange(entries.subarray(from, from + stepEntries))
    if (!isShortEnough(entries.length, least, most)) return false
    await takeTurn()
  }
  return entries.length > 0
}

function sharedBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
