// JSONPath (RFC 9535) as people write it into mappings: compiled once, and nothing in it that could take long.
import { jsonpath } from 'json-p3'

const environment = new jsonpath.JSONPathEnvironment()
// Regular expressions of strangers can take for ever.
environment.functionRegister.delete('match')
environment.functionRegister.delete('search')

export type Json = Parameters<typeof environment.query>[1]

/** Why the path cannot be used, or undefined. */
export function pathProblem(path: string): string | undefined {
  if (path.includes('..')) return 'must name its fields one by one, without ..'
  try {
    environment.compile(path)
    return undefined
  } catch (error) {
    return `is no JSONPath: ${(error as Error).message}`.slice(0, 200)
  }
}

/** Texts, numbers and truths at the path, in their order; objects, lists and nulls say nothing. */
export function valuesAt(path: string, document: unknown): (string | number | boolean)[] {
  return environment
    .query(path, document as Json)
    .values()
    .flat()
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value)) as (string | number | boolean)[]
}

/** The name that a path reads from the outermost object: `$.name`, `$['the name']`; undefined for any other path. */
export function findTitle(path: string): string | undefined {
  const [, plain, quoted, double] =
    /^\$(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\[\s*"((?:[^"\\]|\\.)*)"\s*\])(?:\[\*\])?$/u.exec(
      path,
    ) ?? []
  return plain ?? (quoted ?? double)?.replace(/\\(.)/g, '$1')
}
