// Phone numbers as they are compared: however they are written, with or without the code of the country.

/**
 * The last nine digits, turned round, as `phone_from_end` of the database has them; undefined where there are fewer than
 * `fewestDigits` behind the zeros of the beginning.
 */
export function endOfPhone(text: string, fewestDigits: number): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length < fewestDigits ? undefined : [...digits.slice(-9)].reverse().join('')
}
