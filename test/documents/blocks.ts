// The documents that people read, and the blocks of code in them.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Block {
  file: string
  /** Number of the line that opens it, from 1. */
  line: number
  language: string
  /** Why no test runs it, where the document says so after the language: ```sh not-run: why. */
  notRun: string | undefined
  text: string
}

/** Paths of every Markdown file that is kept, with forward slashes. */
export function listDocuments(): string[] {
  const patterns = [
    '*.md',
    'docs/**/*.md',
    'packages/*/README.md',
    'apps/*/README.md',
    'clients/*/README.md',
    'packages/roads/extracts/*/*.md',
  ]
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

export function readDocument(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8')
}

/** Fenced blocks in the order of the file. */
export function listBlocks(file: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of readDocument(file).split('\n').entries()) {
    const fence = /^\s*```(.*)$/.exec(line)?.[1]
    if (fence === undefined) {
      if (open) open.text += `${line}\n`
    } else if (open) {
      blocks.push(open)
      open = undefined
    } else {
      const [language = '', ...rest] = fence.trim().split(' ')
      const notRun = /^not-run: (.+)$/.exec(rest.join(' '))?.[1]
      open = { file, line: index + 1, language, notRun, text: '' }
    }
  }
  return blocks
}
