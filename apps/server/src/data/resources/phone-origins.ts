// The countries of a project's phone numbers, and doubts about a number.
import { type PhoneOrigins, readPhone } from '@routewright/contract/phone'
import { findCountry, foldWords } from '@routewright/roads'
import type { ProjectRow } from '../project-tables.ts'
import type { StopRow } from '../stop-table.ts'
import { getMessageSettings } from './recipients.ts'

export type PhoneProject = Pick<ProjectRow, 'settings' | 'messages' | 'optimizer_config'>

/** Returns the countries of numbers without a calling code: the one set for messages, else the country that the project works in. */
export function listPhoneOrigins(project: PhoneProject): PhoneOrigins {
  const { country, calling_code } = getMessageSettings(project)
  const worksIn = project.optimizer_config?.operation_country
  return [country, calling_code, typeof worksIn === 'string' ? readCountry(worksIn) : undefined]
}

/** Reads a country's two letters from its code, or from its name in one of several languages. */
function readCountry(country: string): string | undefined {
  return findCountry(foldWords(country).join(''))
}

/** Returns what is wrong with the number of a stop, or null. A number without a calling code may also be of the country of its address. */
export function findPhoneDoubt(
  { phone, location }: Pick<StopRow, 'phone' | 'location'>,
  project: PhoneProject,
): StopRow['phone_doubt'] {
  if (!phone?.trim()) return null
  const reading = readPhone(phone, [...listPhoneOrigins(project), location?.country_code])
  if (reading.state === 'sound') return null
  return reading.state === 'unusable' ? reading.why : reading.state
}
