import { flattenWords } from '@routewright/ui/test/words-check'
import { expect, test } from 'vitest'

type Tree = Parameters<typeof flattenWords>[0]
const files = import.meta.glob<Tree>('./en/*.json', { eager: true, import: 'default' })
const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })
const names = Object.keys(files).flatMap((path) => /^\.\/en\/(.+)\.json$/.exec(path)?.[1] ?? [])
const withoutForm = (key: string) => key.replace(/_(one|many|other)$/, '')

test('every word that the screens ask for by a fixed key is there', () => {
  const words = new Map(
    names.map((name) => [name, new Set([...flattenWords(files[`./en/${name}.json`]!).keys()].map(withoutForm))]),
  )
  const missing: string[] = []
  for (const [path, text] of Object.entries(sources)) {
    const spaces = [...text.matchAll(/useTranslation\('(\w+)'\)/g)].map((match) => match[1]!)
    for (const [, key = ''] of text.matchAll(/\bt\('([\w:.]+)'/g)) {
      const [name, rest] = key.includes(':') ? (key.split(':') as [string, string]) : [undefined, key]
      const offered = name ? [name] : spaces.length > 0 ? spaces : names
      if (!offered.some((space) => words.get(space)?.has(withoutForm(rest)))) missing.push(`${path}: ${key}`)
    }
  }
  expect(missing).toEqual([])
})
