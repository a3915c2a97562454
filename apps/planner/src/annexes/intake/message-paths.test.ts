// A click on a value of a message names it so that it is found in other messages, too.
import { expect, test } from 'vitest'
import { getPath, type Step } from './message-paths.ts'

const message = {
  'a b': { "it's": 1 },
  meta_data: [
    { id: 1, key: 'delivery_date', value: '2026-03-04' },
    { id: 2, key: 'slot', value: '9-12' },
  ],
  line_items: [{ name: 'Apples', grams: 5 }],
}

function stepsTo(...keys: (string | number)[]): Step[] {
  let within: unknown = message
  return keys.map((key) => {
    const step = { key, within }
    within = (within as Record<string | number, unknown>)[key]
    return step
  })
}

test.each([
  [['meta_data', 1, 'value'], "$.meta_data[?@.key=='slot'].value"],
  [['line_items', 0, 'grams'], '$.line_items[*].grams'],
  [['a b', "it's"], "$['a b']['it\\'s']"],
])('%j is %s', (keys, path) => expect(getPath(stepsTo(...keys))).toBe(path))
