/** Programs in WebAssembly (assembly/), made ready once, and the memory of each of their instances. */

/** What is used of WebAssembly, whose types stand with those of browsers. */
interface WebAssemblyParts {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly

/** What every program exports: its memory, room in it, and numbers and addresses as cells. */
export type CompiledExports<Cell extends string> = {
  memory: { buffer: ArrayBuffer }
  reserveBytes(bytes: number): number
} & Record<Cell, { value: number }>

/** Begins instances of the program that stands in base64; each call gives one with a memory of its own. */
export function prepareProgram(base64: string): <Exports>(imports: object) => Exports {
  const program = new Module(Buffer.from(base64, 'base64'))
  return <Exports>(imports: object) => new Instance(program, { env: { abort, ...imports } }).exports as Exports
}

/** Lists in the memory of an instance, by the name of the cell that holds their address. A view ends when more is reserved. */
export class CompiledLists<Cell extends string> {
  private readonly compiled: CompiledExports<Cell>

  constructor(compiled: CompiledExports<Cell>) {
    this.compiled = compiled
  }

  ints(name: Cell, length: number): Int32Array {
    return new Int32Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  bytes(name: Cell, length: number): Uint8Array {
    return new Uint8Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  floats(name: Cell, length: number): Float64Array {
    return new Float64Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  /** Copies whole numbers to a place of their own, and returns its address. */
  copyInts(values: ArrayLike<number>): number {
    const address = this.compiled.reserveBytes(values.length * 4)
    new Int32Array(this.compiled.memory.buffer, address, values.length).set(values)
    return address
  }

  /** Likewise numbers of double precision. */
  copyFloats(values: Float64Array): number {
    const address = this.compiled.reserveBytes(values.length * 8)
    new Float64Array(this.compiled.memory.buffer, address, values.length).set(values)
    return address
  }
}

function abort(): never {
  throw new Error('a compiled program found no memory')
}
