// Messages about an extract that cannot be used.
import { expect, test } from 'vitest'
import { MapPart, withoutFolders } from './map-part.ts'

test.each([
  ['/srv/our maps/town.osm.pbf: the file is empty', 'town.osm.pbf: the file is empty'],
  ['C:\\maps\\town.osm.pbf: cut off: the blob at byte 12', 'town.osm.pbf: cut off: the blob at byte 12'],
  ['/a.osm.pbf, /b/c.osm.pbf: nothing to draw on a map', 'a.osm.pbf, c.osm.pbf: nothing to draw on a map'],
  ['town.osm.pbf: the file is empty', 'town.osm.pbf: the file is empty'],
  ['the map thread ended without an answer', 'the map thread ended without an answer'],
])('%s', (told, public_) => {
  expect(withoutFolders(told)).toBe(public_)
})

test('a part that failed tells its reason without the folders of the machine', async () => {
  const part = new MapPart(() => Promise.reject(new Error('/var/lib/maps/town.osm.pbf: the file is empty')))
  await expect(part.opened()).rejects.toThrow('/var/lib/maps')
  expect(part.status).toEqual({ state: 'failed', reason: 'town.osm.pbf: the file is empty' })
})
