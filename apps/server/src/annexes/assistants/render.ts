// Renders a structured result as lines for readers that get text only: short, in the order of the fields.

/** Fields without a value are left out, nested ones are indented, plain lists stand on one line. */
export function render(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => renderItem(item, indent)).join('\n')
  if (!isRecord(value)) return indent + String(value)
  const lines = Object.entries(value).flatMap(([name, part]) => {
    if (part === undefined || part === null) return []
    if (Array.isArray(part) && part.length === 0) return [`${indent}${name}: none`]
    if (Array.isArray(part) && !part.some(isComposite)) return [`${indent}${name}: ${part.join(', ')}`]
    if (isComposite(part)) return [`${indent}${name}:`, render(part, `${indent}  `)]
    return [`${indent}${name}: ${part}`]
  })
  return lines.join('\n')
}

/** A record without parts of its own is one line. */
function renderItem(item: unknown, indent: string): string {
  if (!isRecord(item)) return `${indent}- ${String(item)}`
  const fields = Object.entries(item).filter(([, part]) => part !== undefined && part !== null)
  if (!fields.some(([, part]) => isComposite(part))) {
    return `${indent}- ${fields.map(([name, part]) => `${name}: ${part}`).join('; ')}`
  }
  return `${indent}-\n${render(item, `${indent}  `)}`
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isComposite(value) && !Array.isArray(value)
}
