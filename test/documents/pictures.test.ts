import { globSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listDocuments, readDocument, root } from './blocks.ts'

const pictures = globSync('docs/**/*.{webp,png,jpg,gif,svg}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const bytes = (path: string) => statSync(root + path).size

test('pictures stay few and small: every clone brings them along', () => {
  expect(pictures.length).toBeLessThanOrEqual(30)
  expect(pictures.reduce((sum, path) => sum + bytes(path), 0)).toBeLessThanOrEqual(3_000_000)
  for (const path of pictures) expect(bytes(path), path).toBeLessThanOrEqual(1_000_000)
})

test('the drawn ones are shown somewhere, and every picture has words for those who do not see it', () => {
  const shown = listDocuments().flatMap((file) => [...readDocument(file).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)])
  for (const path of pictures.filter((picture) => picture.startsWith('docs/pictures/'))) {
    const name = path.slice('docs/pictures/'.length)
    expect(
      shown.some(([, , href]) => href!.endsWith(name)),
      path,
    ).toBe(true)
  }
  expect(shown.filter(([, words]) => words!.length < 10).map(([, , href]) => href)).toEqual([])
})
