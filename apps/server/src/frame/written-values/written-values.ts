// Numbers and moments as other programs write them: with commas, in seconds or milliseconds, with or without a zone.

/** NaN where it is none. */
export function readNumber(value: string | number | boolean): number {
  if (typeof value === 'number') return value
  const text = String(value).trim()
  return /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

/** A moment; one without a zone counts as UTC, as most programs write it. Numbers are seconds or milliseconds since 1970. */
export function readInstant(text: string): Date | undefined {
  if (/^\d{9,13}(\.\d+)?$/.test(text)) return new Date(text.length > 11 ? Number(text) : Number(text) * 1_000)
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (!match) return undefined
  const [, day, time, zone = 'Z'] = match
  const moment = new Date(`${day}T${time!.replace(/(\.\d{3})\d+/, '$1')}${zone}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
