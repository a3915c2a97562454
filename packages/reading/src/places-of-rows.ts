// The place in a row: its address in one line, its parts, and towns in one cell with their postcode.

/** Columns that make up an address. */
export type AddressPart = 'address' | 'street' | 'house_number' | 'postal_code' | 'city' | 'country'
type TextOf = (part: AddressPart) => string

/** One line for geocoding; empty when no column contains anything. */
export function addressLine(text: TextOf): string {
  const whole = text('address')
  const street = getStreet(text)
  const town = [text('postal_code'), text('city')].filter(Boolean).join(' ')
  const parts = [whole || street]
  // A town already in the address is not repeated.
  if (town !== '' && !whole.toLowerCase().includes(text('city').toLowerCase() || '\u0000')) parts.push(town)
  if (parts.some(Boolean) && text('country') !== '') parts.push(text('country'))
  return parts.filter(Boolean).join(', ').slice(0, 500)
}

/** Parts of a location given in columns of their own. */
export function addressParts(text: TextOf): Record<string, string> {
  const parts = { street: getStreet(text), ...townParts(text('postal_code'), text('city')), country: text('country') }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

/** The street with its number, unless it already ends with it. */
function getStreet(text: TextOf): string {
  const [street, number] = [text('street'), text('house_number')]
  return number !== '' && street.endsWith(` ${number}`) ? street : [street, number].filter(Boolean).join(' ')
}

/** Postcode and town in one column: 9490 Vaduz, D-80331 München, 1000-001 Lisboa, 1012 AB Amsterdam. */
const CODE_AND_TOWN = /^((?:[A-Z]{1,3}-)?\d{4,5}(?:-\d{3}| [A-Z]{2}(?= ))?)[\s/,]+(?=\p{L})(.+)$/u

function townParts(postalCode: string, town: string): { postal_code: string; city: string } {
  const [, code = '', name = ''] = CODE_AND_TOWN.exec(town) ?? []
  const isTwice = postalCode === '' || postalCode === code
  return name !== '' && isTwice ? { postal_code: code, city: name } : { postal_code: postalCode, city: town }
}
