import { describe, expect, test } from 'vitest'
import { dialedNumber, listPhoneCountries, readPhone } from './phone.ts'

describe('a phone number', () => {
  test.each([
    ['+41 79 230 45 67', [], '+41792304567'],
    ['0041 79 230 45 67', [], '+41792304567'],
    ['079 230 45 67', ['CH'], '+41792304567'],
    ['(079) 230-45-67', ['+41'], '+41792304567'],
    ['Tel. 079/230 45 67', ['CH'], '+41792304567'],
    ['660 555 012', ['LI'], '+423660555012'],
    // An Italian number keeps its zero.
    ['06 698 57199', ['IT'], '+390669857199'],
    // A Swiss number at a Swiss address, from a sender in Liechtenstein.
    ['079 230 45 67', ['LI', 'CH'], '+41792304567'],
  ])('%s with %j is %s', (text, origins, number) => {
    expect(readPhone(text, origins)).toEqual({ state: 'sound', number })
    expect(dialedNumber(text, origins)).toBe(number)
  })

  test.each([
    ['079 230 45 67', [], 'country_unknown'],
    ['079 230 45 67', ['Switzerland', null, undefined], 'country_unknown'],
    ['+423 111', [], 'unusable'],
    ['0', ['CH'], 'unusable'],
    ['ask at the bell', ['CH'], 'unusable'],
    ['', [], 'unusable'],
    ['+999 123 456 789', [], 'unusable'],
  ])('%j with %j can be none: %s', (text, origins, why) => {
    expect(readPhone(text, origins)).toEqual({ state: 'unusable', why })
    expect(dialedNumber(text, origins)).toBeUndefined()
  })

  test('of the right length that its country does not give out is doubtful, and still dialed', () => {
    expect(readPhone('+41 99 999 99 99', [])).toEqual({ state: 'doubtful', number: '+41999999999' })
  })

  test('countries are told by two letters', () => {
    expect(listPhoneCountries()).toEqual(expect.arrayContaining(['CH', 'DE', 'US']))
  })
})
