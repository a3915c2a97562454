// Quotes: what a window was said to cost more or less, signed, so that the hold keeps it and nobody makes one up.
import type { StopInput } from '@routewright/contract'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'

const goodMilliseconds = 30 * 60_000

export interface Quoted {
  projectId: string
  slotId: string
  location: StopInput['location']
}

/** `amount` in the currency of the project, kept to the hundredth. */
export function writeQuote(secrets: SecretKeys, now: Date, quoted: Quoted, amount: number): string {
  const terms = `${Math.round(amount * 100)}.${now.getTime() + goodMilliseconds}`
  return `${terms}.${secrets.sign(getText(quoted, terms))}`
}

/** The amount of a quote. Throws invalid_payload for one that is of another slot or place, or ran out. */
export function readQuote(secrets: SecretKeys, now: Date, quoted: Quoted, quote: string): number {
  const [hundredths = '', until = '', signature = ''] = quote.split('.')
  if (!secrets.isSigned(getText(quoted, `${hundredths}.${until}`), signature)) {
    throw invalidPayload('quote', 'is not of this slot and place; ask for slots anew')
  }
  if (Number(until) < now.getTime()) throw invalidPayload('quote', 'is older than 30 minutes; ask for slots anew')
  return Number(hundredths) / 100
}

function getText({ projectId, slotId, location }: Quoted, terms: string): string {
  return `slot quote ${projectId} ${slotId} ${location?.lat} ${location?.lng} ${terms}`
}
