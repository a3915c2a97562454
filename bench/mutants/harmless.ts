// Faults that no test can notice, because nothing that anybody can observe changes, each with why.

import type { FaultKind } from './faults.ts'

export interface HarmlessFault {
  file: string
  /** The line before the fault, trimmed. */
  line: string
  /** The line with the fault in it, trimmed; left out where every fault of the kind in the line is harmless. */
  after?: string
  kind: FaultKind
  why: string
}

export const HARMLESS: readonly HarmlessFault[] = [
  {
    file: 'apps/server/src/field/driver/driver.ts',
    line: 'const slowestMilliseconds = 5_000',
    after: 'const slowestMilliseconds = 5001',
    kind: 'number',
    why: 'A wait of five seconds and a millisecond is one of five seconds.',
  },
  {
    file: 'apps/server/src/frame/http/errors.ts',
    line: "return apiError('highway.api.error.not_found', { method, path: url.split('?', 1)[0]!.slice(0, 200) })",
    after: "return apiError('highway.api.error.not_found', { method, path: url.split('?', 2)[0]!.slice(0, 200) })",
    kind: 'number',
    why: 'Only what stands before the first question mark is taken, into however many parts the rest is cut.',
  },
  {
    file: 'apps/server/src/process/main.ts',
    line: 'const sameSignalMilliseconds = 1_000',
    after: 'const sameSignalMilliseconds = 1001',
    kind: 'number',
    why: 'Nobody presses keys to the millisecond.',
  },
  {
    file: 'apps/server/src/telling/messages/mail-layout.ts',
    line: "return onWhite >= onDark ? '#ffffff' : '#111820'",
    after: "return onWhite > onDark ? '#ffffff' : '#111820'",
    kind: 'boundary',
    why: 'No colour of 24 bits is read exactly as well on white as on near black.',
  },
  {
    file: 'apps/server/src/telling/promises/told-windows.ts',
    line: 'const pauseMilliseconds = 5_000',
    after: 'const pauseMilliseconds = 5001',
    kind: 'number',
    why: 'A pause of five seconds and a millisecond is one of five seconds.',
  },
  {
    file: 'apps/server/src/frame/platform/db.ts',
    line: "await within(2_000, 'The database did not answer within two seconds.', answer)",
    after: "await within(2001, 'The database did not answer within two seconds.', answer)",
    kind: 'number',
    why: 'A wait of two seconds and a millisecond is one of two seconds.',
  },
  {
    file: 'apps/server/src/geography/regions/bring-extract.job.ts',
    line: 'const isNew = Date.now() - (await stat(place)).mtimeMs < uploadMilliseconds',
    after: 'const isNew = Date.now() - (await stat(place)).mtimeMs <= uploadMilliseconds',
    kind: 'boundary',
    why: 'Whether a file is exactly as old as that to the millisecond, nobody can bring about.',
  },
  {
    file: 'apps/server/src/geography/travel/shared-table.ts',
    line: 'return entries.length > 0',
    after: 'return entries.length >= 0',
    kind: 'boundary',
    why: 'A table without entries holds nothing in either width.',
  },
  {
    file: 'packages/contract/src/period-change.ts',
    line: 'const days = Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000) + 1',
    after: 'const days = Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86400001) + 1',
    kind: 'number',
    why: 'Whole days are rounded: a millisecond of a day changes none of them for a thousand years.',
  },
  {
    file: 'packages/roads/src/tiles/pmtiles-writer.ts',
    line: 'private minZoom = 30',
    after: 'private minZoom = 31',
    kind: 'number',
    why: 'The first tile brings its own zoom, which is below both.',
  },
  {
    file: 'packages/solver/src/solve.ts',
    line: 'if (now - reportedAt < 100) return',
    after: 'if (now - reportedAt < 101) return',
    kind: 'number',
    why: 'Progress is told ten times a second, give or take a hundredth of that.',
  },
  {
    file: 'packages/ui/src/map.ts',
    line: 'const ONLINE_MILLISECONDS = 4_000',
    after: 'const ONLINE_MILLISECONDS = 4001',
    kind: 'number',
    why: 'A wait of four seconds and a millisecond is one of four seconds.',
  },
]
