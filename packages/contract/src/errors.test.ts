// The table of message_ids is complete, well-formed, and used.
import { expect, test } from 'vitest'
import { endpoints } from './all-endpoints.ts'
import { messageIds } from './describe/operation.ts'
import { errorBody, errors, errorText, isMessageId, type MessageId, tooManyRequestsBody } from './errors.ts'

test('a message_id has the form highway.<context>.error.<reason>', () => {
  for (const messageId of Object.keys(errors)) expect(messageId).toMatch(/^highway\.[a-zA-Z]+\.error\.[a-z_]+$/)
})

test('the known codes of the specification stand in the table with their statuses', () => {
  const known = {
    'highway.apiKey.error.not_found': 401,
    'highway.domain.error.not_found': 404,
    'highway.optimization.error.sync_optimization_already_progress': 400,
    'highway.route.error.locked': 400,
    'highway.stop.error.report_already_exists': 400,
  } as const
  for (const [messageId, status] of Object.entries(known)) expect(errors[messageId as MessageId].status).toBe(status)
})

test('the refusals of every operation stand in the table', () => {
  for (const { operationId, errors: own = [] } of endpoints) {
    for (const messageId of own) expect(isMessageId(messageId), `${operationId}: ${messageId}`).toBe(true)
    expect(new Set(own).size, operationId).toBe(own.length)
  }
})

test('no code stands in the table for nothing', () => {
  const used = new Set<string>([
    'highway.apiKey.error.not_found',
    'highway.api.error.not_found',
    'highway.api.error.gone',
    'highway.storage.error.full',
    // Whether anything is limited, an installation's settings decide.
    'highway.quota.error.exceeded',
  ])
  for (const endpoint of endpoints) {
    for (const messageId of endpoint.errors) used.add(messageId)
    for (const status of [400, 403, 404] as const)
      for (const messageId of messageIds(endpoint, status)) used.add(messageId)
  }
  expect(Object.keys(errors).filter((messageId) => !used.has(messageId))).toEqual([])
})

test('a text names the id and the states it speaks of', () => {
  const details = { id: '691ef3b25e1f0a97c4d8b631', from: 'finished', to: 'draft' }
  expect(errorText('highway.plan.error.invalid_status_transition', details)).toBe(
    'Plan 691ef3b25e1f0a97c4d8b631 cannot change from finished to draft.',
  )
})

test('a placeholder without a value never reads undefined', () => {
  for (const messageId of Object.keys(errors) as MessageId[]) {
    const body = errorBody(messageId)
    expect(body.message_id).toBe(messageId)
    expect(body.message).not.toMatch(/undefined|\{|\}/)
  }
})

test('a detail is put in as it is, even when it looks like a pattern', () => {
  expect(errorText('highway.request.error.malformed_json', { reason: '$& {id}' })).toContain('$& {id}')
})

test('a 429 says its status in a body outside the envelope, without a message_id', () => {
  expect(tooManyRequestsBody).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  expect(tooManyRequestsBody).not.toHaveProperty('message_id')
})
