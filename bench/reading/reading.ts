// How long a table of 20,000 rows takes to be read, in processor time: from its bytes to stops, with everything that people write.
// `npm run bench -- reading [--quick]`; fails above two seconds of the processor.
import { parseArgs } from 'node:util'
import {
  chooseSheet,
  createRowReader,
  guessColumns,
  judgeColumns,
  readTable,
} from '../../packages/reading/src/index.ts'
import { readSheetsFor } from '../../packages/reading/src/sheets.ts'

const { quick } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
}).values
const rows = quick ? 2_000 : 20_000
const mostSeconds = 2

const windows = ['8-12', 'vormittags', 'ab 14 Uhr', '08:00–12:00 Uhr', 'de 8 a 12', '9 - 5', '', 'après 18h']
const days = ['24.12.2026', '24/12/2026', '2026-12-24 08:00', '24. Dezember 2026', '46380']
const weights = ['12,5', '1.250', '0,8', '25,0 kg', '500 g']

function makeTable(): string {
  const lines = [
    'Lieferliste;;;;;;;;;;',
    'Auftragsnr.;Kunde;Straße;PLZ;Ort;Lieferdatum;Zeitfenster;Telefon;Kolli;Gewicht (kg);Bemerkung',
  ]
  for (let row = 0; row < rows; row += 1) {
    const cells = [
      `A-${row}`,
      `Müller ${row}`,
      `Städtle ${row % 90}`,
      '9490',
      'Vaduz',
      days[row % days.length],
      windows[row % windows.length],
    ]
    lines.push(
      [
        ...cells,
        `+423 555 ${1_000 + (row % 9_000)}`,
        (row % 4) + 1,
        weights[row % weights.length],
        '"klingeln; Hund"',
      ].join(';'),
    )
  }
  return `${lines.join('\r\n')}\r\nSumme;;;;;;;;;4711;\r\n`
}

const setting = { language: 'de', timeZone: 'Europe/Vaduz' }

async function measure(bytes: Uint8Array<ArrayBuffer>): Promise<{ seconds: number; stops: number; faults: number }> {
  const before = process.cpuUsage()
  const file = await readSheetsFor(bytes, { language: setting.language })
  if ('problem' in file) throw new Error(file.problem)
  const table = readTable(file.sheets[chooseSheet(file.sheets)]!.lines)
  const cells = table.rows.map((row) => row.cells)
  const { names, groups } = table
  const targets = guessColumns({ names, groups, samples: cells.slice(0, 200), purpose: 'plan' })
  const forms = judgeColumns(cells, targets, names, setting)
  const read = cells.map(createRowReader({ targets, names, forms, setting }))
  const { user, system } = process.cpuUsage(before)
  return {
    seconds: (user + system) / 1e6,
    stops: read.length,
    faults: read.reduce((sum, { faults }) => sum + faults.size, 0),
  }
}

const bytes = new Uint8Array(Buffer.from(makeTable().replaceAll('–', '\x96'), 'latin1'))
const runs = []
for (let run = 0; run < 3; run += 1) runs.push(await measure(bytes))
for (const { seconds, stops, faults } of runs)
  console.log(`${stops} rows in ${seconds.toFixed(2)} s of the processor, ${faults} cells not read`)
const worst = Math.max(...runs.map(({ seconds }) => seconds))
console.log(`${worst <= mostSeconds ? 'within' : 'ABOVE'} ${mostSeconds} s`)
process.exit(worst <= mostSeconds && runs.every(({ stops }) => stops === rows) ? 0 : 1)
