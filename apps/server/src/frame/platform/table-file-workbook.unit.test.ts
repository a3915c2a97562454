// Workbooks as other programs read them.
import readExcelFile, { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { type Cell, type Table, writeSheet } from './table-file.ts'

const columns: Table['columns'] = [
  { title: 'Day', kind: 'date' },
  { title: 'Name & more', kind: 'text' },
  { title: 'Weight', kind: 'number' },
]

async function getBytes(table: Table): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeSheet(table)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const makeTable = (...batches: Cell[][][]): Table => ({
  name: 'Stops [a/b]: the whole of a long month',
  columns,
  batches,
})

describe('a workbook', () => {
  test('holds header and rows of all batches, typed', async () => {
    const book = await getBytes(
      makeTable(
        [['2026-03-02', 'Anna', 1.5]],
        [],
        [
          ['2026-12-31', 'Müller 🚚', -2],
          [null, undefined, ''],
        ],
      ),
    )
    expect(await readSheet(book)).toEqual([
      ['Day', 'Name & more', 'Weight'],
      [new Date('2026-03-02T00:00:00Z'), 'Anna', 1.5],
      [new Date('2026-12-31T00:00:00Z'), 'Müller 🚚', -2],
    ])
  })

  test('without rows holds the header', async () => {
    expect(await readSheet(await getBytes(makeTable()))).toEqual([['Day', 'Name & more', 'Weight']])
  })

  test('keeps texts as they are, whatever they look like, and drops what no workbook can hold', async () => {
    const texts = ['=1+1', '<b>&"\'', ' two  spaces ', 'line\nline', '_x0041_', '2026-03-02']
    const rows = [...texts, 'bell\u0007 and half \uD83D pair'].map((text) => [null, text, null])
    const read = await readSheet(await getBytes(makeTable(rows)), { trim: false })
    expect(read.slice(1).map((row) => row[1])).toEqual([...texts, 'bell and half  pair'])
  })

  test('is named within what Excel allows', async () => {
    const [sheet] = await readExcelFile(await getBytes(makeTable()))
    expect(sheet!.sheet).toBe('Stops  a b   the whole of a lon')
  })

  test('gives the bytes of early rows before late ones are read', async () => {
    let read = 0
    const batches = (function* () {
      for (; read < 200; read++)
        yield Array.from({ length: 100 }, (_, row) => [null, `${read} ${row} ${Math.random()}`, row])
    })()
    for await (const bytes of writeSheet({ name: 'Large', columns, batches })) {
      if (bytes.length > 1_000) break
    }
    expect(read).toBeLessThan(150)
  })
})
