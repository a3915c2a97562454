// Makes a wheel of the Python client: a zip of a fixed layout (PEP 427, 376 and 566), so that a release needs no Python.

import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { ROOT } from './paths.mjs'

/** Zip files know no earlier day; a fixed one makes equal sources equal bytes. */
const MODIFIED = new Date('1980-01-01T00:00:00')

/** Writes the wheel of the package in `folder` into `out` and returns its path. */
export function writeWheel(folder, out) {
  const project = readProject(readFileSync(join(folder, 'pyproject.toml'), 'utf8'))
  const stem = `${project.name}-${project.version}`
  const info = `${stem}.dist-info`
  const files = new Map()
  const sources = globSync('**/*.py', { cwd: join(folder, 'src') }).concat(`${project.name}/py.typed`)
  for (const path of sources.map((each) => each.replaceAll('\\', '/')).sort()) {
    files.set(path, readFileSync(join(folder, 'src', path)))
  }
  files.set(`${info}/licenses/LICENSE`, readFileSync(join(ROOT, 'LICENSE')))
  files.set(`${info}/METADATA`, Buffer.from(getMetadata(project, readFileSync(join(folder, 'README.md'), 'utf8'))))
  const wheel = ['Wheel-Version: 1.0', 'Generator: routewright', 'Root-Is-Purelib: true', 'Tag: py3-none-any', '']
  files.set(`${info}/WHEEL`, Buffer.from(wheel.join('\n')))
  files.set(`${info}/RECORD`, Buffer.from(getRecord(files, `${info}/RECORD`)))
  const path = join(out, `${stem}-py3-none-any.whl`)
  writeFileSync(path, zipSync(Object.fromEntries(files), { mtime: MODIFIED, level: 9 }))
  return path
}

/** Reads the wheel's fields of pyproject.toml, whose values stand on one line each. Throws for one that is missing. */
function readProject(text) {
  const writeLine = (key) => {
    const value = new RegExp(`^${key} = "(.*)"$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`pyproject.toml has no line: ${key} = "…"`)
    return value
  }
  const listOf = (key) => JSON.parse(new RegExp(`^${key} = (\\[.*\\])$`, 'm').exec(text)?.[1] ?? '[]')
  return {
    name: writeLine('name'),
    version: writeLine('version'),
    summary: writeLine('description'),
    python: writeLine('requires-python'),
    license: /^license = \{ text = "(.*)" \}$/m.exec(text)?.[1],
    keywords: listOf('keywords'),
    classifiers: listOf('classifiers'),
    pandas: listOf('pandas'),
  }
}

function getMetadata(project, readme) {
  return [
    'Metadata-Version: 2.1',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.summary}`,
    `Keywords: ${project.keywords.join(',')}`,
    `License: ${project.license}`,
    ...project.classifiers.map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project.python}`,
    'Provides-Extra: pandas',
    ...project.pandas.map((panda) => `Requires-Dist: ${panda}; extra == 'pandas'`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
}

/** Every file with its hash and length, and the record itself without. */
function getRecord(files, own) {
  const lines = [...files].map(([path, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url')
    return `${path},sha256=${hash},${bytes.length}`
  })
  return [...lines, `${own},,`, ''].join('\n')
}
