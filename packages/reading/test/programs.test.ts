// Tables of twenty programs, all read without choosing a column by hand.
import { expect, test } from 'vitest'
import { getTable, programs } from './programs.ts'
import { collectDoubts, collectFaults, readFile } from './read-file.ts'

test.each(programs)('$name: every column means what it does there', async (program) => {
  const file = await readFile(getTable(program))
  const found = file.table.names.map((name, at) => `${name}: ${file.targets[at]}`)
  expect(found).toEqual(
    program.columns.map(([heading, meaning]) => `${heading}: ${meaning === '-' ? 'ignore' : meaning}`),
  )
})

test.each(programs)('$name: every cell is read, and each stop has its name and its place', async (program) => {
  const file = await readFile(getTable(program))
  expect(file.rows.map((row) => ({ ...collectFaults(file, row), ...collectDoubts(file, row) }))).toEqual([{}, {}])
  expect(file.rows.map(({ stop }) => stop.label)).toEqual(
    file.rows[0]!.stop.label === 'Gasthof Krone' ? ['Gasthof Krone', 'Bäckerei Marxer'] : ['Ida Frick', 'Jon Hasler'],
  )
  expect(
    file.rows.map(({ address }) => /Städtle 32.*Vaduz|Landstrasse 40.*Triesen|Städtle 32|Landstrasse 40/.test(address)),
  ).toEqual([true, true])
})
