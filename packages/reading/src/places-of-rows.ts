// The place that a row names: its address in one line, the parts of it, and towns that stand with their postcode in one cell.

/** Columns that an address is made of. */
export type AddressPart = 'address' | 'street' | 'house_number' | 'postal_code' | 'city' | 'country'
type TextOf = (part: AddressPart) => string

/** One line to be looked up; empty where no column says anything. */
export function addressLine(text: TextOf): string {
  const whole = text('address')
  const street = streetOf(text)
  const town = [text('postal_code'), text('city')].filter(Boolean).join(' ')
  const parts = [whole || street]
  // A town that the address names already is not named twice.
  if (town !== '' && !whole.toLowerCase().includes(text('city').toLowerCase() || '\u0000')) parts.push(town)
  if (parts.some(Boolean) && text('country') !== '') parts.push(text('country'))
  return parts.filter(Boolean).join(', ').slice(0, 500)
}

/** The parts of a location that columns of their own name. */
export function addressParts(text: TextOf): Record<string, string> {
  const parts = { street: streetOf(text), ...townParts(text('postal_code'), text('city')), country: text('country') }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

/** The number behind the street, unless the street ends with it already. */
function streetOf(text: TextOf): string {
  const [street, number] = [text('street'), text('house_number')]
  return number !== '' && street.endsWith(` ${number}`) ? street : [street, number].filter(Boolean).join(' ')
}

/** As tables write both in one column: 9490 Vaduz, D-80331 München, 1000-001 Lisboa, 1012 AB Amsterdam. */
const CODE_AND_TOWN = /^((?:[A-Z]{1,3}-)?\d{4,5}(?:-\d{3}| [A-Z]{2}(?= ))?)[\s/,]+(?=\p{L})(.+)$/u

function townParts(postalCode: string, town: string): { postal_code: string; city: string } {
  const [, code = '', name = ''] = CODE_AND_TOWN.exec(town) ?? []
  const isTwice = postalCode === '' || postalCode === code
  return name !== '' && isTwice ? { postal_code: code, city: name } : { postal_code: postalCode, city: town }
}
