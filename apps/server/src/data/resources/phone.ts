// The comparable form of phone numbers: independent of spelling and of the calling code.

/**
 * Returns the last nine digits, reversed, as the database's `phone_from_end`; undefined where fewer than `fewestDigits` remain
 * after leading zeros.
 */
export function endOfPhone(text: string, fewestDigits: number): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length < fewestDigits ? undefined : [...digits.slice(-9)].reverse().join('')
}
