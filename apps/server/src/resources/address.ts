// Addresses as people read them.
import type { LocationValue } from '../data/values.ts'

type Address = Pick<LocationValue, 'label' | 'street' | 'postal_code' | 'city'> | null | undefined

/** Street, postal code and town on one line; undefined when none is known. */
export function streetAndTown(location: Address): string | undefined {
  const town = [location?.postal_code, location?.city].filter(Boolean).join(' ')
  return [location?.street, town].filter(Boolean).join(', ') || undefined
}

/** One line for people: the label, or what an address consists of. */
export function addressText(location: Address): string | undefined {
  return location?.label ?? streetAndTown(location)
}
