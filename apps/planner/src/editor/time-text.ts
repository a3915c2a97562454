// Reads what people type for times: `8:00-12:00, 14-16:30`, `45` minutes.

/** Seconds since midnight; undefined when it is no time of day. */
export function readTime(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[:.h](\d{2})?)?\s*(am|pm)?$/i.exec(text.trim())
  if (!match) return undefined
  const half = match[3]?.toLowerCase()
  const hour = Number(match[1])
  const hours = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
  const minutes = Number(match[2] ?? 0)
  return hours <= 47 && minutes < 60 ? hours * 3600 + minutes * 60 : undefined
}

/** Windows in order, none for an empty text; undefined when something is no window. */
export function readWindows(text: string): [number, number][] | undefined {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '')
  const windows: [number, number][] = []
  for (const part of parts) {
    const ends = part.split(/\s*(?:-|–|—|\bto\b)\s*/).map(readTime)
    const [from, to] = ends
    if (ends.length !== 2 || from === undefined || to === undefined || to <= from) return undefined
    windows.push([from, to])
  }
  return windows.sort((a, b) => a[0] - b[0])
}

export function writeTime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export function writeWindows(windows: readonly (readonly [number, number])[]): string {
  return windows.map(([from, to]) => `${writeTime(from)}-${writeTime(to)}`).join(', ')
}
