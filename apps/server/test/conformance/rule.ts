// Definition of a conformance rule, and how it names the tests that pin it.

/** A test by its file and the beginning of its title; the beginning must fit exactly one title of that file. */
export interface TestReference {
  file: string
  title: string
}

export interface Rule {
  /** Never changes its meaning; a rule that goes leaves a hole. */
  id: string
  /** The rule in the project's own words. */
  rule: string
  tests: readonly TestReference[]
}

export interface Section {
  /** The part of the specification or of the decisions. */
  title: string
  rules: readonly Rule[]
}

export type Pin = (title: string) => TestReference

/** Makes references into one test file. */
export function getTests(file: string): Pin {
  return (title) => ({ file, title })
}

export function rule(id: string, words: string, ...tests: TestReference[]): Rule {
  return { id, rule: words, tests }
}
