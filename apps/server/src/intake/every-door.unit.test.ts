// The same table gives the same stops by every door: what an order source makes of it is what the import wizard shows.
import type { StopInput } from '@routewright/contract'
import { type FileSheets, readSheetsOf } from '@routewright/reading/sheets'
import { programs, tableOf } from '@routewright/reading/test/programs'
import { liechtenstein, readFile } from '@routewright/reading/test/read-file'
import { listSharedInputs } from '@routewright/reading/test/shared-files'
import { expect, test } from 'vitest'
import { mapOrder } from './mapping.ts'
import { presetOf } from './presets/presets.ts'
import { ordersOfSheets } from './table-orders.ts'

const { mapping } = presetOf('custom')

/** What both doors know of a stop: no location, as one looks for it before and the other after. */
function comparable({ location: _, ...stop }: StopInput) {
  return Object.fromEntries(
    Object.entries(stop).filter(([, value]) => value !== null && JSON.stringify(value) !== '[]'),
  )
}

function byOrderSource({ sheets }: FileSheets) {
  return ordersOfSheets(sheets, { mapping, setting: liechtenstein }).map((message) => {
    const { stop, address, day } = mapOrder(mapping, message, liechtenstein)
    const { lat, lng, label } = stop.location ?? {}
    return { ...comparable(stop), address: address ?? label ?? '', lat, lng, day }
  })
}

async function byWizard(bytes: Uint8Array) {
  const { rows } = await readFile(bytes)
  return rows.map(({ stop, address, hasCoordinates, past }) => {
    const { lat, lng } = hasCoordinates ? stop.location! : {}
    return { ...comparable(stop), address, lat, lng, day: past.date }
  })
}

const inputs = [
  ...programs.map((program) => ({ name: program.name, bytes: Buffer.from(tableOf(program)) })),
  ...[...listSharedInputs('tables'), ...listSharedInputs('intake')].filter(
    ({ name }) => !/^(?:headings|windows)\.csv$/.test(name),
  ),
]

test.each(inputs)('$name', async ({ bytes }) => {
  const file = await readSheetsOf(new Uint8Array(bytes), { language: liechtenstein.language })
  expect(file).not.toHaveProperty('problem')
  const sheets = file as FileSheets
  expect(byOrderSource(sheets)).toEqual(await byWizard(bytes))
})
