// Currencies of ISO 4217 with the decimals of each, and sums of money without rounding: amounts are texts, sums are minor units.

/** Codes in use, by the number of their decimals. */
const CODES_BY_DECIMALS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE',
    'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR',
    'KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB',
    'PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY',
    'TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ].join(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const

const decimalsByCode = new Map(
  Object.entries(CODES_BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
)

/** Codes that amounts of money may have, in alphabetical order. */
export const currencyCodes: readonly string[] = [...decimalsByCode.keys()].sort()

/** An amount without sign and leading zeros, of at most three decimals. */
export const AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,3})?$'

const amountPattern = new RegExp(AMOUNT_PATTERN)

/** Returns the decimals of the currency; undefined for an unknown code. */
export function findDecimals(currency: string): number | undefined {
  return decimalsByCode.get(currency)
}

/** Returns the amount in minor units; undefined where it is no such amount, or has more decimals than its currency. */
export function toMinorUnits({ amount, currency }: { amount: string; currency: string }): number | undefined {
  const decimals = findDecimals(currency)
  if (decimals === undefined || !amountPattern.test(amount)) return undefined
  const [whole = '', fraction = ''] = amount.split('.')
  return fraction.length > decimals ? undefined : Number(whole + fraction.padEnd(decimals, '0'))
}

/** Returns the amount with all decimals of its currency: 1250 minor units of CHF are `12.50`. */
export function fromMinorUnits(units: number, currency: string): string {
  const decimals = findDecimals(currency) ?? 2
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
