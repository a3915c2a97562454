// Parses and formats times of day in forms and tables: 8:30, 14h30, 2 p. m.

const LATEST = 7 * 86_400
const HALF = String.raw`(?:\s*([ap])\.?\s?m?\b\.?)?`
const CLOCK = new RegExp(
  String.raw`^\s*(\d{1,2})(?:\s*[:.h]\s*(\d{2})(?:[:.](\d{2})(?:\.\d+)?)?|\s*h)?\s*(?:uhr|hrs?|hs|h)?${HALF}\s*(?:uhr)?\s*$`,
  'i',
)
const DIGITS = /^\s*(\d{1,2})(\d{2})\s*()()$/

/** Seconds since midnight of one time, or undefined. `8`, `8:30`, `08.30`, `8h30`, `830`, `2 pm`, `2:00 p. m.`, `25:30`. */
export function parseTime(text: string): number | undefined {
  const match = CLOCK.exec(text) ?? DIGITS.exec(text)
  if (!match) return undefined
  let hours = Number(match[1])
  const minutes = Number(match[2] || 0)
  const seconds = Number(match[3] || 0)
  const half = match[4]?.toLowerCase()
  if (half && (hours < 1 || hours > 12)) return undefined
  if (half === 'p' && hours < 12) hours += 12
  if (half === 'a' && hours === 12) hours = 0
  if (minutes > 59 || seconds > 59) return undefined
  const total = hours * 3_600 + minutes * 60 + seconds
  return total <= LATEST ? total : undefined
}

/** 8:30 as 08:30; after midnight the hours continue beyond 24. */
export function timeText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Windows in the form in which they are typed; for display see `Formats`. */
export function windowsText(windows: readonly (readonly [number, number])[] | null | undefined): string {
  return (windows ?? []).map(([from, to]) => `${timeText(from)}-${timeText(to)}`).join(', ')
}

/** Typed ranges with a dash between their ends: 8:00-12:00 as 8:00–12:00. */
export function rangesWritten(typed: string): string {
  return typed.replace(/\s*-\s*/g, '–')
}
