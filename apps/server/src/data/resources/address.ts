// Addresses as people read them.
import { addressLine } from '@routewright/contract'
import type { LocationValue } from '../values.ts'

type Address = Pick<LocationValue, 'label' | 'street' | 'house_number' | 'postal_code' | 'city'> | null | undefined

/** Street, house number, postal code and town on one line; undefined when none is known. */
export function streetAndTown(location: Address): string | undefined {
  return addressLine(location ?? {}) || undefined
}

/** One line for people: the label, or what an address consists of. */
export function addressText(location: Address): string | undefined {
  return location?.label ?? streetAndTown(location)
}
