// Parses values of OpenStreetMap tags: speeds, lengths, weights, durations. Unreadable values give undefined.

const MILE_KM = 1.609344
const FOOT_METERS = 0.3048
const POUND_TONS = 0.00045359237

/** Legal limits for `maxspeed=XX:zone` values, km/h; a country's own value takes precedence over the general one. */
const ZONE_KMH: Readonly<Record<string, number>> = {
  urban: 50,
  rural: 90,
  trunk: 100,
  motorway: 130,
  living_street: 10,
  bicycle_road: 30,
  school: 30,
  zone: 30,
  'AT:rural': 100,
  'CH:rural': 80,
  'CH:trunk': 100,
  'CH:motorway': 120,
  'LI:rural': 80,
  'DE:rural': 100,
  'DE:living_street': 7,
  'FR:rural': 80,
  'FR:trunk': 110,
  'GB:nsl_single': 96.56,
  'GB:nsl_dual': 112.65,
  'GB:motorway': 112.65,
  'GB:nsl_restricted': 48.28,
  'GB:urban': 48.28,
  'GB:rural': 96.56,
  'PT:motorway': 120,
  'ES:motorway': 120,
  'NL:rural': 80,
  'NL:motorway': 100,
  'IT:trunk': 110,
  'SE:rural': 70,
  'DK:rural': 80,
}

/** km/h of a maxspeed value: "50", "30 mph", "DE:urban", "walk", "none"; undefined when it contains no number. */
export function parseSpeedKmh(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (text === 'none') return 130
  if (text === 'walk') return 7
  const match = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots)?$/.exec(text)
  if (match) {
    const amount = Number(match[1])
    if (amount === 0) return undefined
    if (match[2] === 'mph') return amount * MILE_KM
    if (match[2] === 'knots') return amount * 1.852
    return amount
  }
  return parseZoneKmh(text)
}

/** Metres of a maxheight, maxwidth or maxlength value: "3.5", "3.5 m", "350 cm", 12'6". */
export function parseMeters(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim().replace(',', '.')
  const metric = /^(\d+(?:\.\d+)?)\s*(m|cm)?$/.exec(text)
  if (metric) return Number(metric[1]) * (metric[2] === 'cm' ? 0.01 : 1)
  const imperial = /^(\d+(?:\.\d+)?)\s*(?:'|ft|feet)\s*(?:(\d+(?:\.\d+)?)\s*(?:"|''|in)?)?$/.exec(text)
  if (imperial) return (Number(imperial[1]) + Number(imperial[2] ?? 0) / 12) * FOOT_METERS
  return undefined
}

/** Metric tons of a maxweight value: "7.5", "7.5 t", "3500 kg", "10000 lbs", "8 st" (short tons). */
export function parseTons(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const match = /^(\d+(?:\.\d+)?)\s*(t|kg|lbs?|st)?$/.exec(value.trim().replace(',', '.'))
  if (!match) return undefined
  const amount = Number(match[1])
  if (match[2] === 'kg') return amount / 1000
  if (match[2]?.startsWith('lb')) return amount * POUND_TONS
  if (match[2] === 'st') return amount * 2000 * POUND_TONS
  return amount
}

/** Seconds of a duration value: "15" (minutes), "1:30" (hours), "00:12:30", "PT1H5M". */
export function parseDurationSeconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return positive(Number(text) * 60)
  const clock = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (clock) return positive(Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0))
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)
  if (!iso) return undefined
  const [days, hours, minutes, seconds] = [1, 2, 3, 4].map((group) => Number(iso[group] ?? 0))
  return positive(days! * 86_400 + hours! * 3600 + minutes! * 60 + seconds!)
}

function parseZoneKmh(text: string): number | undefined {
  const match = /^([A-Z]{2}):(?:zone:?)?([a-z0-9_]+)$/.exec(text)
  if (!match) return undefined
  const zone = match[2]!
  if (/^\d+$/.test(zone)) return Number(zone)
  return ZONE_KMH[`${match[1]}:${zone}`] ?? ZONE_KMH[zone]
}

function positive(seconds: number): number | undefined {
  return seconds > 0 ? seconds : undefined
}
