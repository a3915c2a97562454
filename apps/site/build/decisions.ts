// Reads the decisions of docs/decisions, and writes their index: one line each, grouped by subject.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headingNames } from './links.ts'

const folder = 'docs/decisions'

/** In the order of the index. Each has a page docs/decisions/short/<subject>.md with its short decisions. */
export const subjects = [
  'building',
  'interface',
  'database',
  'running',
  'security',
  'events',
  'planning',
  'optimizer',
  'roads',
  'addresses',
  'learning',
  'slots',
  'drivers',
  'messages',
  'planner',
  'orders',
  'demo',
] as const

export interface Decision {
  number: string
  title: string
  /** `accepted`, `superseded by …`, `experiment, …` or `proposal, not built`, with what changed it. */
  status: string
  subject: string
  /** One sentence; only decisions with a page of their own have one. */
  inShort: string | undefined
  /** Relative to docs/decisions. */
  link: string
}

/** Statuses that may follow `Status: `, without links. */
const statusForm =
  /^(?:accepted|superseded by \d{4}|experiment, not kept|experiment, measured only|proposal, not built)(?:; (?:changed by|supersedes|changes) \d{4}(?:(?:, \d{4})* and \d{4})?)*$/

/** Every decision below `root`, by number. Throws with the file for one without number, status or subject. */
export function listDecisions(root: string): Decision[] {
  const whole = globSync(`${folder}/[0-9]*.md`, { cwd: root }).map((path) =>
    readWhole(root, path.split(/[\\/]/).at(-1)!),
  )
  const short = subjects.flatMap((subject) => readShort(root, subject))
  return [...whole, ...short].sort((a, b) => a.number.localeCompare(b.number))
}

function readWhole(root: string, name: string): Decision {
  const text = readFileSync(join(root, folder, name), 'utf8')
  const [, number, title, status, subject, inShort] =
    /^# (\d{4}) (.+)\n\nStatus: (.+)\. Subject: \[.+\]\(short\/(\w+)\.md\)\.\n\n\*\*In short:\*\* (.+)\n/.exec(text) ??
    []
  if (!number || !name.startsWith(`${number}-`)) {
    throw new Error(
      `${folder}/${name} must begin with its number and title, "Status: …. Subject: […](short/….md)." and "**In short:** …".`,
    )
  }
  return { number, title: title!, status: requireStatus(name, status!), subject: subject!, inShort, link: name }
}

function readShort(root: string, subject: string): Decision[] {
  const name = `short/${subject}.md`
  const text = readFileSync(join(root, folder, name), 'utf8')
  const getName = headingNames()
  getName(/^# (.+)$/m.exec(text)![1]!)
  return text
    .split(/^(?=## )/m)
    .slice(1)
    .map((part) => {
      const [, number, title, status] = /^## (\d{4}) (.+)\n\nStatus: (.+)\.\n\n/.exec(part) ?? []
      if (!number)
        throw new Error(
          `${folder}/${name}: "${part.split('\n')[0]}" must be a number and a title, followed by "Status: ….".`,
        )
      const link = `${name}#${getName(`${number} ${title}`.replaceAll('`', ''))}`
      return { number, title: title!, status: requireStatus(name, status!), subject, inShort: undefined, link }
    })
}

function requireStatus(name: string, status: string): string {
  const words = status.replace(/\[(\d{4})\]\([^)]+\)/g, '$1')
  if (!statusForm.test(words)) throw new Error(`${folder}/${name}: "${words}" is no status of a decision.`)
  return words
}

/** docs/decisions/index.md. */
export function decisionsPage(root: string): string {
  const decisions = listDecisions(root)
  const sections = subjects.map((subject) => {
    const heading = /^# (.+): decisions in short$/m.exec(
      readFileSync(join(root, folder, `short/${subject}.md`), 'utf8'),
    )![1]
    const own = decisions.filter((decision) => decision.subject === subject)
    const lines = [...own.filter(({ inShort }) => inShort), ...own.filter(({ inShort }) => !inShort)].map(formatLine)
    return `## ${heading}\n\n${lines.join('\n')}\n`
  })
  const intro = [
    'What a reader would ask "why?" about. The numbers tell roughly when. Decisions that shape the code have a page of their own and come first in each subject;',
    'small ones, experiments and what was replaced stand in short on one page a subject. A number in a comment of the code is one of these.',
    'This page is made by `node apps/site/scripts/generate-decisions.ts`.',
  ]
  return `# Decisions\n\n${intro.join('\n')}\n\n${sections.join('\n')}`
}

function formatLine({ number, title, status, inShort, link }: Decision): string {
  const isPlain = status === 'accepted'
  return `- [${number} ${title}](${link})${isPlain ? '' : ` (${status})`}${inShort ? `: ${inShort}` : ''}`
}
