// Messages between the address service and its thread.

import type { RoadsErrorCode } from '../foundation/errors.ts'
import type { AddressFacts } from './address-index.ts'
import type { OpenedAddresses } from './index-file.ts'
import type { NearestAddress } from './nearest-address.ts'
import type { AddressQuery } from './query-words.ts'
import type { AddressHit } from './search-addresses.ts'

export interface AddressThreadData {
  files: readonly string[]
  cacheDir: string | undefined
  /** stop[0] = 1 aborts the build. */
  stop: SharedArrayBuffer
}

export interface SearchTask {
  kind: 'search'
  queries: readonly AddressQuery[]
  limit: number
}

export interface NearestTask {
  kind: 'nearest'
  points: readonly { lat: number; lng: number }[]
  withinMeters: number
}

export interface AddressAnswers {
  search: AddressHit[][]
  nearest: (NearestAddress | undefined)[]
}

export type AddressTask = SearchTask | NearestTask

export interface Failure {
  code: RoadsErrorCode
  message: string
}

export type AddressMessage =
  | ({ kind: 'opened'; facts: AddressFacts } & Omit<OpenedAddresses, 'data'>)
  | { kind: 'answer'; id: number; answer: AddressAnswers[AddressTask['kind']] }
  | { kind: 'failed'; id: number | undefined; failure: Failure }
