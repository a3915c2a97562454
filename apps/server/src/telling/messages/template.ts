// Fills the templates of messages: variables in double braces, and lines that vanish with them.
import { type MessageVariable, messageVariables } from '@routewright/contract'
import { apiError } from '../../frame/platform/api-error.ts'

export type TemplateValues = Record<MessageVariable, string>

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Throws highway.message.error.unknown_variable with the place and the first unknown variable. */
export function requireKnownVariables(template: string, place: string): void {
  for (const [, name = ''] of template.matchAll(variable)) {
    if (Object.hasOwn(messageVariables, name)) continue
    const known = Object.keys(messageVariables).join(', ')
    throw apiError('highway.message.error.unknown_variable', { place, name: `"${name.slice(0, 60)}"`, known })
  }
}

/**
 * Fills in the variables. A line whose variables are all empty is left out, so that no label appears without its value; the text
 * still begins with a capital letter.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  const lines = template.split(/\r?\n/).filter((line) => hasContent(line, values))
  const text = lines
    .map((line) => line.replace(variable, (_, name: string, at: number) => valueAt(line, at, name, values)))
    .join('\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function hasContent(line: string, values: TemplateValues): boolean {
  const names = [...line.matchAll(variable)].map(([, name]) => name as MessageVariable)
  return names.length === 0 || names.some((name) => values[name])
}

/** Returns the value of a variable on one line. {{what}} ("your delivery") gets a capital letter where it begins a sentence. */
function valueAt(line: string, at: number, name: string, values: TemplateValues): string {
  const value = (values[name as MessageVariable] ?? '').replace(/\s*[\r\n]+\s*/g, ' ')
  const isStart = /(^|[.!?]\s+)$/.test(line.slice(0, at))
  return isStart && name === 'what' ? value.charAt(0).toUpperCase() + value.slice(1) : value
}
