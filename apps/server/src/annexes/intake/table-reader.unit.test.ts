// Workbooks as Excel and our own export write them, and such as are made to break their reader.
import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeSheet } from '../../frame/platform/table-file.ts'
import { getPreset } from './presets/presets.ts'
import { createTableReader } from './table-reader.ts'

const readTables = createTableReader()
const owner = { mapping: getPreset('custom').mapping, setting: { timeZone: 'Europe/Vaduz', language: 'de' } }
const readWorkbook = async (bytes: Buffer) => (await readTables('xlsx', bytes, owner)).map(({ body }) => body)

type Part = [name: string, text: string]

const kinds = [
  { title: 'order_id', kind: 'text' },
  { title: 'weight', kind: 'number' },
  { title: 'delivery_date', kind: 'date' },
] as const

async function workbook(rows: (string | number | null)[][]): Promise<Buffer> {
  return await buffer(writeSheet({ name: 'orders', columns: kinds, batches: [rows] }))
}

/** A workbook of one sheet, whose cells stand as they are. */
function written(sheet: string, ...more: Part[]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts: Part[] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`],
    ...more,
  ]
  return Buffer.from(zipSync(Object.fromEntries(parts.map(([name, text]) => [name, Buffer.from(text)])), { level: 1 }))
}

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`

test('rows become records by the titles; days are days, empty cells and rows are left out', async () => {
  const rows = [
    ['A-1', 12.5, '2026-03-01'],
    [null, null, null],
    ['A-2', null, null],
  ]
  expect(await readWorkbook(await workbook(rows))).toEqual([
    { order_id: 'A-1', weight: '12.5', delivery_date: '2026-03-01' },
    { order_id: 'A-2' },
  ])
})

test('a title that is there twice is refused with its name', async () => {
  const sheet = `<row r="1">${text('A1', 'order_id')}${text('B1', 'order_id')}</row><row r="2">${text('A2', '1')}</row>`
  await expect(readWorkbook(written(sheet))).rejects.toThrow('two columns order_id')
})

test('an older workbook, an archive of something else and a table of titles only are refused', async () => {
  await expect(readWorkbook(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toThrow('save older ones')
  const other = Buffer.from(zipSync({ 'a.txt': Buffer.from('a') }))
  await expect(readWorkbook(other)).rejects.toThrow('no workbook that can be read')
  await expect(readWorkbook(await workbook([]))).rejects.toThrow('a line of titles')
})

test('an archive that unpacks to very much is refused before it is unpacked', async () => {
  const bomb = written(`<row r="1">${text('A1', 'id')}</row>`, ['xl/more.xml', ' '.repeat(50 * 1_048_576)])
  expect(bomb.length).toBeLessThan(1_000_000)
  await expect(readWorkbook(bomb)).rejects.toThrow('more than 48 MiB')
})

test('a cell far away cannot fill the memory', async () => {
  const sheet = `<row r="1">${text('A1', 'id')}</row><row r="1048576">${text('XFD1048576', '1')}</row>`
  await expect(readWorkbook(written(sheet))).rejects.toThrow(/too large|cannot be read|can be read/)
})
