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

export const HARMLESS: readonly HarmlessFault[] = []
