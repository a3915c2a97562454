// Numbers for strings, because millions of records share few distinct ones.

export class StringTable {
  readonly strings: string[] = ['']
  private readonly numbers = new Map<string, number>([['', 0]])

  /** Number of a string; 0 is the empty string, which means "not known". */
  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.strings.length)
    return this.strings.push(text) - 1
  }
}
