// Typed arrays that grow: amortised appends without boxing, for sizes that are not known beforehand.

export class Int32List {
  array: Int32Array
  length = 0

  constructor(capacity = 1024) {
    this.array = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = value
  }

  /** A copy of exactly the used part. */
  toArray(): Int32Array {
    return this.array.slice(0, this.length)
  }
}

export class Float64List {
  array: Float64Array
  length = 0

  constructor(capacity = 1024) {
    this.array = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = value
  }

  /** A copy of exactly the used part. */
  toArray(): Float64Array {
    return this.array.slice(0, this.length)
  }
}
