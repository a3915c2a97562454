// Buttons, pages and switches that the tutorials print in bold exist, with the applications' own words.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument, root } from './blocks.ts'

type Words = { [key: string]: string | Words }

function listTexts(words: Words): string[] {
  return Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : listTexts(value)))
}

const texts = globSync('apps/*/src/words/{en.json,en/*.json}', { cwd: root }).flatMap((path) =>
  listTexts(JSON.parse(readFileSync(root + path, 'utf8'))),
)
const plain = new Set(texts)
/** With a number or a name in them: `Import {{count}} stops`. */
const patterns = texts
  .filter((text) => text.includes('{{') && !text.startsWith('{{'))
  .map((text) => {
    const parts = text.split(/\{\{[^}]*\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('\\S+')}$`)
  })
const isWord = (text: string) => plain.has(text) || patterns.some((pattern) => pattern.test(text))

test.each(globSync('docs/tutorials/*.md', { cwd: root }).sort())(
  '%s names buttons and pages as they are called',
  (page) => {
    const prose = readDocument(page).replace(/^\s*```[\s\S]*?^\s*```$/gm, '')
    const named = [...prose.matchAll(/\*\*([^*\n]+)\*\*/g)].flatMap(([, bold]) => bold!.split(/\s*→\s*/))
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !isWord(name))).toEqual([])
  },
)
