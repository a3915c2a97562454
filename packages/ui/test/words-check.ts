// Checks resource files: every language has all texts of English, with the same placeholders.

type Tree = { [key: string]: string | Tree }

/** `plans.title` → `Plans`, for all leaves. */
export function flattenWords(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') flat.set(path, value)
    else for (const [below, text] of flattenWords(value, path)) flat.set(below, text)
  }
  return flat
}

/** One sentence per difference; plural forms count as one key, because languages have different ones. */
export function listWordFaults(english: Tree, other: Tree, name: string): string[] {
  const ours = byStem(flattenWords(english))
  const theirs = byStem(flattenWords(other))
  const faults: string[] = []
  for (const [key, texts] of ours) {
    const translated = theirs.get(key)
    if (!translated) faults.push(`${name} lacks ${key}`)
    else if (placeholders(texts) !== placeholders(translated)) {
      faults.push(`${name} has other placeholders in ${key}: ${placeholders(translated)}, not ${placeholders(texts)}`)
    } else if (translated.some((text) => text.trim() === '')) faults.push(`${name} says nothing for ${key}`)
  }
  for (const key of theirs.keys()) if (!ours.has(key)) faults.push(`${name} has ${key}, which English has not`)
  return faults
}

function byStem(flat: Map<string, string>): Map<string, string[]> {
  const stems = new Map<string, string[]>()
  for (const [key, text] of flat) {
    const stem = key.replace(/_(zero|one|two|few|many|other)$/, '')
    stems.set(stem, [...(stems.get(stem) ?? []), text])
  }
  return stems
}

/** `one` may write the number in words, so {{count}} is not required in every form. */
function placeholders(texts: readonly string[]): string {
  const found = new Set(texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!)))
  return [...found].sort().join(' ')
}
