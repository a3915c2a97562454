// Parses phone numbers as people write them: the form that gateways accept, or the reason why there is none.
import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** `number` is such as +4235550101. A doubtful one has the right length, but is not in use in its country. */
export type ReadPhone =
  | { state: 'sound'; number: string }
  | { state: 'doubtful'; number: string }
  /** `country_unknown`: it may be a number, but its country is unknown. */
  | { state: 'unusable'; why: 'unusable' | 'country_unknown' }

/** Possible countries of a number without a calling code, likeliest first: `CH`, or a calling code such as `+41`. */
export type PhoneOrigins = readonly (string | null | undefined)[]

/** Reads the number for the first origin in which it is in use, otherwise for the first that has numbers of that length. */
export function readPhone(text: string, origins: PhoneOrigins): ReadPhone {
  const written = text.trim().replace(/^00/, '+')
  const isInternational = written.startsWith('+')
  const readings = isInternational ? [parse(written)] : listOrigins(origins).map((origin) => parse(written, origin))
  const possible = readings.filter((reading) => reading?.isPossible() === true)
  const sound = possible.find((reading) => reading?.isValid())
  if (sound) return { state: 'sound', number: sound.number }
  if (possible[0]) return { state: 'doubtful', number: possible[0].number }
  const isUnknown = !isInternational && readings.length === 0 && countDigits(written) >= FEWEST_DIGITS
  return { state: 'unusable', why: isUnknown ? 'country_unknown' : 'unusable' }
}

/** The number in international form, or undefined when nothing can be sent to it. */
export function dialedNumber(text: string, origins: PhoneOrigins): string | undefined {
  const reading = readPhone(text, origins)
  return reading.state === 'unusable' ? undefined : reading.number
}

/** Two-letter codes of all countries with numbers. */
export function listPhoneCountries(): string[] {
  return getCountries()
}

/** With fewer digits it is no number in any country. */
const FEWEST_DIGITS = 5

type Origin = { defaultCountry: CountryCode } | { defaultCallingCode: string }

function listOrigins(origins: PhoneOrigins): Origin[] {
  return origins.flatMap((origin): Origin[] => {
    const code = (origin ?? '').trim().toUpperCase()
    if (/^\+\d+$/.test(code)) return [{ defaultCallingCode: code.slice(1) }]
    return isSupportedCountry(code) ? [{ defaultCountry: code }] : []
  })
}

function parse(text: string, origin?: Origin): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, origin)
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}
