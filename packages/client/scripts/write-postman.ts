// `node packages/client/scripts/write-postman.ts FILE`: writes the Postman collection of the interface, for a release.
import { writeFileSync } from 'node:fs'
import { endpoints, openApi31 } from '@routewright/contract'
import { type Description, postmanCollection } from './postman-collection.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Which file? node packages/client/scripts/write-postman.ts FILE')
const shown = endpoints.filter(({ visibility }) => visibility === 'public')
// Read back as programs read it.
const description: Description = JSON.parse(JSON.stringify(openApi31(shown, { baseUrl: '' })))
writeFileSync(file, `${JSON.stringify(postmanCollection(description), null, 2)}\n`)
