/** Standard normal numbers keyed by names: the same thing has the same luck on the same day in every plan. */

/** Kinds of draws, one number each. */
export const drawn = { dayTravel: 1, routeTravel: 2, legTravel: 3, routeService: 4, stopService: 5 } as const

/** Combines two 32-bit keys into one. */
export function mixKeys(one: number, other: number): number {
  return scramble(Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ scramble(other + 0x7f4a7c15))
}

/** The finalizer of MurmurHash3 (Appleby 2011): every output bit depends on every input bit. */
function scramble(bits: number): number {
  let mixed = bits | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) | 0
}

/**
 * Normal number of `key` on `day`. Days come in pairs; the second has the numbers of the first with opposite sign (antithetic variates:
 * Hammersley and Morton 1956), so that an even number of days is as often fast as slow. Box and Muller 1958.
 */
export function drawNormal(key: number, day: number): number {
  const pair = day >> 1
  const bits = Math.imul(pair + 1, 0x9e3779b1) ^ key
  const radius = Math.sqrt(-2 * Math.log(((scramble(bits) >>> 0) + 1) / 4294967297))
  const normal = radius * Math.cos((2 * Math.PI * (scramble(bits ^ 0x5bf03635) >>> 0)) / 4294967296)
  return (day & 1) === 0 ? normal : -normal
}
