// Labels are read again: the bars by the reader that drivers' phones have, from a picture of the page.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findByCode, type LabelForm } from '@routewright/contract'
import { afterAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { ProjectRow } from '../../data/project-tables.ts'
import { writeBars } from './label-bars.ts'
import { printLabels } from './label-paper.ts'
import type { Label } from './labels.ts'
import { getWords } from './words.ts'

prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))))
      .buffer,
  },
})

const folder = mkdtempSync(join(tmpdir(), 'labels-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sscc = '00340434161094042557'
const address = 'Städtle 1, 9490 Vaduz'
const label = (changed: Partial<Label>): Label => ({
  place: '7',
  route: 'Nord\n2. März 2026\n#12',
  count: '1/1',
  person: `Zoë Müller\n${address}`,
  windows: '08:00–10:00',
  code: 'RW7K3M9QX2AB',
  project: 'Bäckerei Ospelt',
  ...changed,
})
const labels: Label[] = [
  label({}),
  label({ code: sscc, place: '128' }),
  label({
    person: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft & Söhne GmbH & Co. KG\n${address}, Hinterhaus, 3. Stock\n${'beim Hausmeister klingeln, '.repeat(20)}`,
    route: 'Nördliche Innenstadt mit Hafen und Gewerbegebiet\n2. März 2026',
    windows: '08:00–10:00, 12:00–14:00, 16:00–18:30',
    project: 'Genossenschaft der Bäckereien und Konditoreien im Fürstentum',
  }),
  label({ person: 'محل الورد (١٢٣)\nشارع الملك فهد ١٢، الرياض', code: '3SDEVC1234567' }),
  label({
    person: 'ร้านอาหารไทยกรุงเทพมหานครอมรรัตนโกสินทร์\nถนนสุขุมวิท 21 แขวงคลองเตยเหนือ เขตวัฒนา กรุงเทพฯ',
    code: 'JD014600000000000001',
  }),
  ...[1, 2, 3, 4].map((number) => label({ count: `${number}/4`, code: `A-1000 ${number}/4`, place: '' })),
  label({ code: '包裹-17' }),
  label({ code: 'https://example.com/parcel/1234567890123456789012345678901234567890' }),
  label({ code: '', count: '1/1' }),
]

/** A4 at the resolution of a plain printer, rolls at that of a label printer. */
const DPI = 203

function hasPictures(): boolean {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('SKIPPED: pictures of labels (pdftoppm is not installed)')
    return false
  }
}

async function drawPages(form: LabelForm): Promise<Buffer[]> {
  const print = printLabels({ labels, form, project: { label: '' } as ProjectRow, say: getWords('de') })
  const file = join(folder, `${form}.pdf`)
  writeFileSync(file, Buffer.concat(await print.toArray()))
  execFileSync('pdftoppm', ['-r', String(DPI), '-png', file, join(folder, form)])
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${form}-`))
    .sort()
    .map((name) => readFileSync(join(folder, name)))
}

async function readCodes(picture: Buffer, formats: ('Code128' | 'QRCode')[]): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats, tryHarder: true, maxNumberOfSymbols: 50 })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

test.skipIf(!hasPictures()).each(['a4_8', 'roll'] as const)(
  '%s: every code is read again and finds its parcel',
  async (form) => {
    const pages = await drawPages(form)
    expect(pages).toHaveLength(form === 'roll' ? labels.length : 2)
    const read = { bars: [] as string[], squares: [] as string[] }
    for (const page of pages) {
      read.bars.push(...(await readCodes(page, ['Code128'])))
      read.squares.push(...(await readCodes(page, ['QRCode'])))
    }
    const coded = labels.filter(({ code }) => code !== '')
    const parcels = coded.map(({ code }) => ({ identifier: code }))
    const find = (texts: string[]) =>
      texts.flatMap((text) => findByCode(parcels, text)[0]?.identifier ?? `? ${text}`).sort()
    expect(find(read.squares)).toEqual(coded.map(({ code }) => code).sort())
    const withoutBars = ['包裹-17', 'https://example.com/parcel/1234567890123456789012345678901234567890']
    expect(find(read.bars)).toEqual(
      coded
        .map(({ code }) => code)
        .filter((code) => !withoutBars.includes(code))
        .sort(),
    )
    expect(read.bars).toContain(`(00)${sscc.slice(2)}`)
  },
)

test('an SSCC is a GS1-128, also in brackets; other numbers are plain', async () => {
  const gs1 = async (code: string) => (await writeBars(code, 90))?.gs1
  expect(await gs1(sscc)).toBe(`(00)${sscc.slice(2)}`)
  expect(await gs1(`(00)${sscc.slice(2)}`)).toBe(`(00)${sscc.slice(2)}`)
  expect(await gs1(sscc.slice(2))).toBeUndefined()
  expect(await gs1('4901234567894')).toBeUndefined()
})

test('bars that would be too thin are left out', async () => {
  expect(await writeBars('X'.repeat(12), 69)).toBeDefined()
  expect(await writeBars('x'.repeat(40), 69)).toBeUndefined()
})
