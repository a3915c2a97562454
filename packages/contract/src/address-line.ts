// Formats an address as on an envelope. Imports no types of the interface, so that light pages may use it.

interface Address {
  street?: string | null
  house_number?: string | null
  postal_code?: string | null
  city?: string | null
}

/** Street and house number; the number once, even when callers also wrote it into the street. */
export function streetLine({ street, house_number }: Pick<Address, 'street' | 'house_number'>): string {
  if (!street || !house_number) return street ?? ''
  const words = street.toLowerCase().split(/[\s,]+/)
  return words.includes(house_number.trim().toLowerCase()) ? street : `${street} ${house_number}`
}

/** Street, house number, postal code and town on one line; empty when none is known. */
export function addressLine(address: Address): string {
  const town = [address.postal_code, address.city].filter(Boolean).join(' ')
  return [streetLine(address), town].filter(Boolean).join(', ')
}
