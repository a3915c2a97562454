// After compiling: what n8n needs beside the code. It loads CommonJS, from files that are named like the class in them.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const sources = {
  Routewright: 'nodes/routewright-node.js',
  RoutewrightTrigger: 'nodes/routewright-trigger.js',
  RoutewrightApi: 'credentials/routewright-api.js',
}
const { nodes, credentials } = JSON.parse(readFileSync(at('package.json'), 'utf8')).n8n
for (const path of [...nodes, ...credentials]) {
  const [name] = basename(path).split('.')
  mkdirSync(dirname(at(path)), { recursive: true })
  const source = relative(dirname(at(path)), at(`dist/${sources[name]}`))
  writeFileSync(at(path), `module.exports = require('${source.startsWith('.') ? source : `./${source}`}')\n`)
}
for (const path of nodes) copyFileSync(at('nodes/routewright.svg'), `${dirname(at(path))}/routewright.svg`)
copyFileSync(at('../../LICENSE'), at('dist/LICENSE'))
writeFileSync(at('dist/package.json'), '{ "type": "commonjs" }\n')
