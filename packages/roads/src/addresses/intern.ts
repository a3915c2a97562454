// Numbers for strings, so that millions of records share few of them.

export class StringTable {
  readonly strings: string[] = ['']
  private readonly numbers = new Map<string, number>([['', 0]])

  /** The number of a string; 0 is the empty one, which stands for "not known". */
  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.strings.length)
    return this.strings.push(text) - 1
  }
}
