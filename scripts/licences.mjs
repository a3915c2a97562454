// `node scripts/licences.mjs [FILE]`: fails when something that ships has a licence it may not have; else writes all of them into FILE.

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare, standWhereTyped } from './lib/prepare.mjs'
import { fail, say } from './lib/say.mjs'
import { licencesText, listForbidden, listShipped } from './lib/shipped.mjs'

await prepare()
standWhereTyped()
const shipped = listShipped(ROOT)
const forbidden = listForbidden(shipped)
if (forbidden.length > 0)
  fail(`These may not be shipped (scripts/lib/shipped.mjs has the list):\n  ${forbidden.join('\n  ')}`)
const [file] = process.argv.slice(2)
if (file) writeFileSync(resolve(file), licencesText(ROOT, shipped))
say(
  `${shipped.length} packages ship, each under a licence that allows it${file ? `; their texts are in ${file}` : ''}.`,
)
