import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { headingNames } from '../../apps/site/build/links.ts'
import { listBlocks, listDocuments, readDocument, root } from './blocks.ts'
import { foreign, whyUnknown } from './commands.ts'
import { listCommands, withoutPrefix } from './shell-words.ts'

const documents = listDocuments()
const blocks = documents.flatMap(listBlocks)
const shell = blocks.filter(({ language }) => language === 'sh')
/** Words in <> stand for what the reader puts in. */
const filled = (text: string) => text.replace(/<[a-z][^<>\n]*>/g, 'WORD')
const commands = shell.flatMap(({ file, line, text }) =>
  listCommands(filled(text)).map((words) => ({ where: `${file}:${line}`, words: withoutPrefix(words) })),
)

/** The text without blocks and words of code, in which nothing is a link. */
function writeProse(file: string): string {
  return readDocument(file)
    .replace(/^\s*```[\s\S]*?^\s*```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code))
}

function namesIn(file: string): Set<string> {
  const getName = headingNames()
  const text = readDocument(file).replace(/^\s*```[\s\S]*?^\s*```$/gm, '')
  const words = (heading: string) => heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => getName(words(heading!))))
}

/** Pages that only the running service or the built site has. */
const served = /^\/docs\/(reference(\/(service|people))?|changes|versions)?(#\w+)?$/

test('every link leads to a file and a heading that are there, or is a whole address', () => {
  const broken: string[] = []
  let count = 0
  for (const file of documents) {
    for (const [, href] of writeProse(file).matchAll(/\]\(([^()\s]+(?:\([^()]*\))?)\)/g)) {
      count += 1
      const why = whyBroken(file, href!)
      if (why) broken.push(`${file}: ${href} ${why}`)
    }
  }
  expect(count).toBeGreaterThan(300)
  expect(broken).toEqual([])
})

test('the first page names every page of docs/ once, decisions by their index', () => {
  const pages = documents.filter((file) => /^docs\/(?!index\.md$|decisions\/(?!index\.md$))/.test(file))
  const named = [...writeProse('docs/index.md').matchAll(/(?<!!\[[^\]]*)\]\(([^()\s#]+\.md)\)/g)].map(([, href]) =>
    posix.join('docs', href!),
  )
  expect(pages.length).toBeGreaterThan(70)
  expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([])
  expect(pages.filter((file) => !named.includes(file))).toEqual([])
})

function whyBroken(from: string, href: string): string | undefined {
  if (/^[a-z]+:/i.test(href))
    return /^(https:|mailto:)/.test(href) && URL.canParse(href) ? undefined : 'is no whole address'
  if (href.startsWith('/')) return served.test(href) ? undefined : 'is no page of the service'
  const [path = '', anchor] = href.split('#', 2)
  const file = path === '' ? from : posix.join(posix.dirname(from), decodeURI(path))
  if (!existsSync(root + file)) return 'is not there'
  if (anchor === undefined || !file.endsWith('.md')) return undefined
  return namesIn(file).has(anchor) ? undefined : 'names no heading'
}

test.skipIf(process.platform === 'win32')('every block of shell is one that a shell reads', () => {
  expect(shell.length).toBeGreaterThan(40)
  const unread = shell.filter(({ text }) => {
    try {
      execFileSync('sh', ['-n'], { input: filled(text.replace(/^\d.*\* {2}/, '')), stdio: 'pipe' })
      return false
    } catch {
      return true
    }
  })
  expect(unread.map(({ file, line }) => `${file}:${line}`)).toEqual([])
})

test('every command is one that there is, with the options that it is given', () => {
  const wrong = commands.flatMap(({ where, words }) => {
    const why = whyUnknown(words)
    return why ? [`${where}: ${why}`] : []
  })
  expect(wrong).toEqual([])
  expect(commands.filter(({ words }) => words[0] === 'routewright').length).toBeGreaterThan(10)
})

test('the list of programs that no test runs names only those that documents use', () => {
  const used = new Set(commands.map(({ words }) => words[0]))
  expect(Object.keys(foreign).filter((name) => !used.has(name))).toEqual([])
})

test('JSON is JSON, and no block slips past the tests under another name of its language', () => {
  const others = new Set(['bash', 'shell', 'console', 'zsh', 'typescript', 'javascript', 'js', 'jsonc'])
  expect(blocks.filter(({ language }) => others.has(language)).map(({ file, line }) => `${file}:${line}`)).toEqual([])
  for (const { language, text, file, line } of blocks) {
    if (language === 'json') expect(() => JSON.parse(text), `${file}:${line}`).not.toThrow()
  }
})

test('a wrong command is told of: program, script, option, file, operation', () => {
  const why = (line: string) => listCommands(line).map((words) => whyUnknown(withoutPrefix(words)))
  expect(why('sudo frobnicate')).toEqual(['nobody knows the program frobnicate'])
  expect(why('npm run no-such')).toEqual(['there is no script no-such'])
  expect(why('npm start -- --no-such')).toEqual(['routewright start has no option --no-such'])
  expect(why('npm run --silent routewright -- keys create --lable x')).toEqual([
    'routewright create has no option --lable',
  ])
  expect(why('node scripts/no-such.mjs')).toEqual(['there is no file scripts/no-such.mjs'])
  expect(why('ID=$(curl -X POST "$ROUTEWRIGHT_URL/v2/plam?a=b" -d \'{ "a;b": 1 }\' | node -p 1)')).toEqual([
    undefined,
    'there is no operation POST /v2/plam',
    undefined,
  ])
  expect(why('routewright backup FILE --verify && routewright doctor # and so on')).toEqual([undefined, undefined])
})

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
/** A copy without its history (an archive, a shallow clone) cannot be asked. */
function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository') === 'false'
  } catch {
    return false
  }
}

test.skipIf(!hasHistory())('the commits that CONTRIBUTING sends readers to are in the history', () => {
  const hashes = [...readDocument('CONTRIBUTING.md').matchAll(/\*Commit ([0-9a-f]{7})\*/g)].map(([, hash]) => hash!)
  expect(hashes).toHaveLength(5)
  for (const hash of hashes) expect(git('merge-base', hash, 'HEAD'), hash).toMatch(new RegExp(`^${hash}`))
})
