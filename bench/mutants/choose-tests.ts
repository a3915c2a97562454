// Chooses the tests that should notice a fault in a file, the likeliest and cheapest first.

import type { RepositoryFile } from '../../test/architecture/source-files.ts'
import { type ImportGraph, turnRound } from './import-graph.ts'
import { getStem, isProduct, nameRoom, ownerFolder } from './product-files.ts'

/** How many imports may lie between a test of another room and the file. */
const MOST_STEPS = 3
/** How many test files one call of the runner takes: a test of the server takes as long as twenty others. */
const SERVER_FILES = 2
const UNIT_FILES = 8

/** Lists test files for a fault, in calls of the runner. */
export type ChooseTests = (fault: { path: string; text: string; offset: number }) => string[][]

/**
 * Returns a function that lists, for a place in a product file, the test files to run: the test of the same name; those without a server of its
 * room and of others that import the file, directly or over two files; those of the server in the same order; those of rooms whose code
 * imports it; the owner's tests outside of rooms. Among equals, those come first that use rare words of the place; units of `longFiles` come
 * after all others.
 */
export function makeChooser(
  graph: ImportGraph,
  tests: readonly RepositoryFile[],
  longFiles: readonly string[] = [],
): ChooseTests {
  const users = turnRound(graph)
  const byRoom = Map.groupBy(
    tests.map(({ path }) => path),
    nameTestRoom,
  )
  const rankByWords = makeRanking(tests)
  return ({ path, text, offset }) => {
    const ranked = rankByWords(listWords(text, offset))
    const rank = (some: readonly string[]) => some.toSorted((a, b) => ranked.get(b)! - ranked.get(a)!)
    const distances = measureDistances(path, users)
    const own = byRoom.get(nameRoom(path)) ?? []
    const importers = rank([...ranked.keys()].filter((test) => distances.has(test))).sort(
      (a, b) => Number(distances.get(a)! > 1) - Number(distances.get(b)! > 1),
    )
    const rooms = [...distances].flatMap(([user, steps]) => (steps <= 2 && isProduct(user) ? nameRoom(user) : []))
    const ordered = [
      ...[...ranked.keys()].filter((test) => getStem(test) === getStem(path)),
      ...importers.filter((test) => own.includes(test)),
      ...rank(own.filter((test) => !distances.has(test))),
      ...importers,
      ...rank([...new Set(rooms)].flatMap((room) => byRoom.get(room) ?? [])),
      // Units of the whole service say nothing of a file that they do not import.
      ...rank(byRoom.get(ownerFolder(path)) ?? []).filter((test) => !/^apps\/server\/.*\.unit\./.test(test)),
    ]
    // A package is small, and what its tests say of it they say of all.
    const ofPackage = path.startsWith('packages/')
      ? [...ranked.keys()].filter((test) => ownerFolder(test) === ownerFolder(path))
      : []
    const once = [...new Set([...ordered, ...rank(ofPackage)])]
    const units = once.filter((test) => !isServer(test))
    const [long, short] = [
      units.filter((test) => longFiles.includes(test)),
      units.filter((test) => !longFiles.includes(test)),
    ]
    return cutInCalls([...short, ...long, ...once.filter(isServer)])
  }
}

/** Cuts into calls of files of one kind: the first alone, then some at a time. */
function cutInCalls(tests: readonly string[]): string[][] {
  const calls: string[][] = []
  for (const test of tests) {
    const last = calls.at(-1)
    const most = isServer(test) ? SERVER_FILES : UNIT_FILES
    // The first alone: it is the likeliest.
    const joins = last && calls.length > 1 && isServer(last[0]!) === isServer(test) && last.length < most
    if (joins) last.push(test)
    else calls.push([test])
  }
  return calls
}

/** Weighs words by how few test files use them; returns a function that sums the weights of given words for each test file. */
function makeRanking(tests: readonly RepositoryFile[]): (words: readonly string[]) => Map<string, number> {
  const used = tests.map(({ path, text }) => ({ path, words: new Set(getWords(text)) }))
  const counts = new Map<string, number>()
  for (const { words } of used) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weigh = (word: string) => Math.log(tests.length / (counts.get(word) ?? tests.length))
  return (words) =>
    new Map(
      used.map(({ path, words: own }) => [
        path,
        words.reduce((sum, word) => (own.has(word) ? sum + weigh(word) : sum), 0),
      ]),
    )
}

/** How many lines around a place say what it is about, and how many say so most. */
const LINES_AROUND = 25
const LINES_NEAR = 2

/** Lists the words around a place, within its statement at the outermost level; those near to it twice. */
function listWords(text: string, offset: number): string[] {
  const lines = text.split('\n')
  const at = text.slice(0, offset).split('\n').length - 1
  const isOuter = (line: string) => /^(export|const|let|function|async|class|interface|type)\b/.test(line)
  const first = lines.slice(0, at + 1).findLastIndex(isOuter)
  const next = lines.slice(at + 1).findIndex(isOuter)
  const until = next < 0 ? lines.length : at + 1 + next
  const wordsWithin = (reach: number) => {
    const own = lines.slice(Math.max(0, first, at - reach), Math.min(until, at + reach + 1))
    return new Set(getWords(own.join('\n')))
  }
  return [...wordsWithin(LINES_AROUND), ...wordsWithin(LINES_NEAR)]
}

function getWords(text: string): string[] {
  return text.match(/[A-Za-z_][\w]{4,}/g) ?? []
}

/** Counts how many imports lie between a file and each that uses it, up to `MOST_STEPS`. */
function measureDistances(path: string, users: ImportGraph): Map<string, number> {
  const distances = new Map<string, number>()
  let reached = [path]
  for (let steps = 1; steps <= MOST_STEPS; steps++) {
    const found = new Set(reached.flatMap((file) => [...(users.get(file) ?? [])]))
    const next = [...found].filter((file) => !distances.has(file) && file !== path)
    for (const file of next) distances.set(file, steps)
    reached = next.filter((file) => !isEntrance(file))
  }
  return distances
}

/** Entrances of packages and the assembly of the service import everything: that a file is used there says nothing. */
function isEntrance(path: string): boolean {
  return /\/src\/(index|main|slices|server)\.tsx?$/.test(path)
}

/** Tests that open a service or a database. */
function isServer(test: string): boolean {
  return test.startsWith('apps/server/') && !test.endsWith('.unit.test.ts')
}

/** The room of a test: that of its folder below src, else the folder of its app or package. */
function nameTestRoom(test: string): string {
  return /\/src\/[^/]+\//.test(test) ? nameRoom(test) : ownerFolder(test)
}
