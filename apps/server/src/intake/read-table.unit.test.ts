// Tables as spreadsheets and programs write them.
import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const read = (text: string) => readTable(Buffer.from(text))

test.each([
  ['comma', 'order_id,name\nA-1,Ida\nA-2,Jon\n'],
  ['semicolon, with a mark and Windows line ends', '\uFEFForder_id;name\r\nA-1;Ida\r\nA-2;Jon'],
  ['tab, with an empty line', 'order_id\tname\nA-1\tIda\n\nA-2\tJon\n\n'],
])('%s', (_, text) => {
  expect(read(text)).toEqual([
    { order_id: 'A-1', name: 'Ida' },
    { order_id: 'A-2', name: 'Jon' },
  ])
})

test('quotes hold separators, ends of lines and quotes; empty cells and short rows are left out', () => {
  expect(read('id,note,place\n1,"ring, ""twice""\nthen wait",\n2\n')).toEqual([
    { id: '1', note: 'ring, "twice"\nthen wait' },
    { id: '2' },
  ])
})

test.each([
  ['', 'a line of titles'],
  ['id,name\n', 'a line of titles'],
  ['id,id\n1,2', 'two columns id'],
  ['id,name\n1,Ida,more', 'line 2 has 3 cells'],
  ['id,name\n1,Ida\n2,"Jon', 'line 3 has a quote'],
  ['id,name\n1,"Ida"x', 'line 2 has a quote'],
  [`id\n${'1\n'.repeat(5_001)}`, '5001 rows; at most 5000'],
])('%j is refused: %s', (text, words) => {
  expect(() => read(text)).toThrow(words)
})

test('another encoding is refused', () => {
  expect(() => readTable(Buffer.from([0x69, 0x64, 0x0a, 0xe4, 0x0a]))).toThrow('UTF-8')
})
