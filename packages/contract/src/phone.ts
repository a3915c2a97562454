// Phone numbers as people write them: the one form that gateways take, or why there is none.
import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** `number` is +4235550101. A doubtful one has the right length, but its country gives out no such numbers. */
export type ReadPhone =
  | { state: 'sound'; number: string }
  | { state: 'doubtful'; number: string }
  /** `country_unknown`: it may be a number, but nobody says of which country. */
  | { state: 'unusable'; why: 'unusable' | 'country_unknown' }

/** Where a number that is written without a calling code may be of, likeliest first: `CH`, or a calling code such as `+41`. */
export type PhoneOrigins = readonly (string | null | undefined)[]

/** The number as the first origin reads it that has such numbers; else as the first that has numbers of that length. */
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

/** The number in the one form, or undefined where nothing can be sent to it. */
export function dialedNumber(text: string, origins: PhoneOrigins): string | undefined {
  const reading = readPhone(text, origins)
  return reading.state === 'unusable' ? undefined : reading.number
}

/** Two letters of every country that has numbers. */
export function listPhoneCountries(): string[] {
  return getCountries()
}

/** Fewer digits are no number in any country. */
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
