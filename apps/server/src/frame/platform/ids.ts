// Record ids: 24 hex digits, 4 bytes of seconds and 8 that rise within the second, so ids sort in creation order.
import { randomBytes } from 'node:crypto'

let lastSeconds = 0
let high = 0
let low = 0

/**
 * Returns a new id. Within this process ids always increase; between processes 62 random bits keep them distinct. Steps between
 * ids are random too, so the next one cannot be guessed from the last.
 */
export function createId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  if (seconds > lastSeconds) {
    lastSeconds = seconds
    // The top bit stays free: a second of steps cannot overflow.
    high = randomBytes(4).readUInt32BE() & 0x7fffffff
    low = randomBytes(4).readUInt32BE()
  } else {
    low += 1 + nextStep()
    if (low > 0xffffffff) {
      low -= 0x100000000
      high += 1
    }
  }
  return hex(lastSeconds) + hex(high) + hex(low)
}

/** Ids in rising order, for the records of one bulk creation. */
export function createIds(now: Date, count: number): string[] {
  return Array.from({ length: count }, () => createId(now))
}

const steps = new Uint32Array(256)
let unusedSteps = 0

/** A random step below 2^24, drawn 256 at a time. */
function nextStep(): number {
  if (unusedSteps === 0) {
    crypto.getRandomValues(steps)
    unusedSteps = steps.length
  }
  unusedSteps -= 1
  return steps[unusedSteps]! & 0xffffff
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The largest multiple of 62 in a byte: higher bytes are dropped, so that every letter is equally likely. */
const fairBytes = 248

const letterBytes = Buffer.alloc(4096)
let usedLetterBytes = letterBytes.length

/** Returns a secret of `length` random letters and digits (5.95 bits each) after a prefix that makes it recognizable in logs. */
export function createSecret(prefix: string, length: number): string {
  let secret = prefix
  for (let left = length; left > 0; ) {
    if (usedLetterBytes === letterBytes.length) {
      crypto.getRandomValues(letterBytes)
      usedLetterBytes = 0
    }
    const byte = letterBytes[usedLetterBytes++]!
    if (byte >= fairBytes) continue
    secret += alphabet[byte % 62]
    left -= 1
  }
  return secret
}
