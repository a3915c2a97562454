// `node scripts/trim-packages.mjs FOLDER`: takes out of an installed node_modules what a running service never reads, so that the
// image is small: source maps, types, tests, documentation, builds for browsers. Licences stay.

import { existsSync, globSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Anywhere in a package. */
const NEEDLESS_FILES =
  /\.(?:map|d\.[mc]?ts|flow|tsbuildinfo)$|^(?:changelog|readme|history|security|contributing|migration)[^/]*\.(?:md|txt)$/i
/** Folders right below the root of a package; further down such a name may be that of a module. */
const NEEDLESS_FOLDERS = [
  'test',
  'tests',
  '__tests__',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  'bench',
  'coverage',
]
/** Unused parts of single packages, as globs below their folder. */
const NEEDLESS_PARTS = {
  // Extensions other than those that the service opens its database with (apps/server/src/frame/platform/pglite-worker.ts).
  '@electric-sql/pglite': ['dist/!(btree_gin|pg_trgm).tar.gz', 'dist/**/*.cjs'],
  // Paper reads two weights, upright, and WOFF2 only of the variable fonts (apps/server/src/frame/paper/paper-fonts.ts).
  '@fontsource/*': ['files/*.woff2', 'files/*-[1235689]00-*.woff', 'files/*-italic.woff', '*.css', 'scss'],
  '@fontsource-variable/*': ['files/*-italic.woff2', '*.css', 'scss'],
  bintrees: ['dist'],
  // Paper draws with the module for Node alone.
  'bwip-js': [
    'dist/!(bwip-js-node.mjs|bwipp.mjs)',
    'lib',
    'src',
    'fonts',
    'bin',
    'barcode.ps',
    'demo.html',
    'stb_truetype.h',
  ],
  fontkit: ['dist/browser*', 'src'],
  luxon: ['build/amd', 'build/global', 'build/cjs-browser', 'build/es6'],
  pdfkit: ['js/*.standalone.js', 'js/*.browser*', 'js/*.old.js'],
  // The map of the world is the one of 1:50 million.
  'world-atlas': ['countries-10m.json', 'countries-110m.json', 'land-*.json'],
}

/** Paths of files and folders, below the folder of all packages, that nobody misses. */
export function listNeedless(modules) {
  return listPackages(modules).flatMap((name) => {
    const own = join(modules, name)
    const files = readdirSync(own, { recursive: true }).filter((path) => NEEDLESS_FILES.test(getBase(path)))
    const folders = readdirSync(own).filter((entry) => NEEDLESS_FOLDERS.includes(entry) || isHidden(entry))
    const parts = listParts(name).flatMap((pattern) => globSync(pattern, { cwd: own }))
    return [...new Set([...files, ...folders, ...parts])].map((path) => join(name, path))
  })
}

/** Names of all packages, with the place of those that lie inside another one. */
function listPackages(modules, below = '') {
  const names = readdirSync(join(modules, below)).filter((name) => !isHidden(name))
  const found = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, below, name)).map((text) => `${name}/${text}`) : [name],
  )
  return found
    .map((name) => join(below, name))
    .filter((name) => statSync(join(modules, name)).isDirectory())
    .flatMap((name) => {
      const inside = join(name, 'node_modules')
      return [name, ...(existsSync(join(modules, inside)) ? listPackages(modules, inside) : [])]
    })
}

const getBase = (path) => path.slice(path.lastIndexOf('/') + 1)
const isHidden = (entry) => entry.startsWith('.')

function listParts(name) {
  const own = name.split('node_modules/').at(-1)
  return Object.entries(NEEDLESS_PARTS).flatMap(([pattern, parts]) =>
    pattern === own || (pattern.endsWith('/*') && own.startsWith(pattern.slice(0, -1))) ? parts : [],
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = resolve(process.argv[2] ?? 'node_modules')
  for (const path of listNeedless(modules)) rmSync(join(modules, path), { recursive: true, force: true })
}
