// Whose time is learned: a client's, or that of a place where stops name no client.
interface Named {
  clientId: string | null
  lat: number | null | undefined
  lng: number | null | undefined
}

/** About eleven metres: one door. */
const decimals = 4
/** Decimals of a place after its people were erased or their retention ended (coarse-place.ts). */
const coarseDecimals = 2

/** The client's id, or `lat,lng` of the place; undefined where neither is known, or the place is one only roughly. */
export function findCustomer({ clientId, lat, lng }: Named): string | undefined {
  if (clientId !== null) return clientId
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined
  if ([lat, lng].every((degrees) => Number(degrees.toFixed(coarseDecimals)) === degrees)) return undefined
  return `${lat.toFixed(decimals)},${lng.toFixed(decimals)}`
}

export function isPlace(customer: string): boolean {
  return customer.includes(',')
}
