import { type Endpoint, endpoint } from '@routewright/contract'
import { expect, test } from 'vitest'
import { findDeprecation, requireStillThere } from './deprecation.ts'

const declared: Endpoint = endpoint('getStop')
const deprecated = { ...declared, deprecated: { since: '2026-03-01', sunset: '2027-03-01', instead: 'GET /v3/stop' } }

test('a deprecated operation says since when, and until when, in its headers', () => {
  expect(findDeprecation(declared)).toBeUndefined()
  expect(findDeprecation(deprecated)!.headers).toEqual({
    deprecation: '@1772323200',
    sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
  })
})

test('after its last day it is 410 highway.api.error.gone and tells the day', () => {
  expect(() => requireStillThere(deprecated, new Date('2027-02-28T23:59:59Z'))).not.toThrow()
  expect(() => requireStillThere(declared, new Date('2099-01-01'))).not.toThrow()
  const gone = { messageId: 'highway.api.error.gone', status: 410, message: expect.stringContaining('2027-03-01') }
  expect(() => requireStillThere(deprecated, new Date('2027-03-01'))).toThrow(expect.objectContaining(gone))
})
