// Times as people write them in forms and tables: 8:00-12:00, 8-12, 2pm–4pm, 14h30; several parted by commas.

const DAY = 86_400
const MAX = 7 * DAY

/** Seconds since midnight of one time, or undefined. `8`, `8:30`, `08.30`, `8h30`, `830`, `2 pm`, `25:30`. */
export function parseTime(text: string): number | undefined {
  const match =
    /^\s*(\d{1,2})(?:\s*[:.h]\s*(\d{2})(?:[:.](\d{2}))?|\s*h)?\s*(?:Uhr|h)?\s*([ap])?\.?m?\.?\s*$/i.exec(text) ??
    /^\s*(\d{1,2})(\d{2})\s*()()$/.exec(text)
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
  return total <= MAX ? total : undefined
}

export type Window = [number, number]

/** Windows in order; an end before its start is on the following day. Undefined for what cannot be read. */
export function parseWindows(text: string): Window[] | undefined {
  const parts = text.split(/[,;|\n]|\s\+\s/).filter((part) => part.trim() !== '')
  const windows: Window[] = []
  for (const part of parts) {
    const ends = part
      .split(/\s*(?:-|–|—|\bto\b|\ba\b|\bà\b|\bbis\b|\baté\b|\bhasta\b)\s*/i)
      .filter((end) => end.trim() !== '')
    if (ends.length !== 2) return undefined
    const [from, to] = ends.map(parseTime)
    if (from === undefined || to === undefined || from === to) return undefined
    windows.push([from, to > from ? to : to + DAY])
  }
  windows.sort((a, b) => a[0] - b[0])
  const overlaps = windows.some((window, index) => index > 0 && window[0] < windows[index - 1]![1])
  return overlaps || windows.length > 20 ? undefined : windows
}

/** 8:30 as 08:30; past midnight the hours go on. */
export function timeText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Windows as they are typed; people read those of `Formats`. */
export function windowsText(windows: readonly (readonly [number, number])[] | null | undefined): string {
  return (windows ?? []).map(([from, to]) => `${timeText(from)}-${timeText(to)}`).join(', ')
}

/** Typed ranges as they are read, with a dash between their ends: 8:00-12:00 as 8:00–12:00. */
export function rangesWritten(typed: string): string {
  return typed.replace(/\s*-\s*/g, '–')
}
