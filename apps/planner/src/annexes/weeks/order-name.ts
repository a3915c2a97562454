// The name of an order that waits.
import { placeText } from '../../forms/place.ts'
import type { WaitingOrder } from './waiting-orders.ts'

export function orderName({ id, stop }: Pick<WaitingOrder, 'id' | 'stop'>): string {
  return stop.label || stop.external_id || placeText(stop.location) || id
}
