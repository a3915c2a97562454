/** WebAssembly programs (assembly/), compiled once, and the memory of their instances. */

/** The parts of WebAssembly used here; its types come with those of browsers. */
interface WebAssemblyParts {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly

/** Exports of every program: its memory, an allocator, and numbers and addresses as cells. */
export type CompiledExports<Cell extends string> = {
  memory: { buffer: ArrayBuffer }
  reserveBytes(bytes: number): number
} & Record<Cell, { value: number }>

/** Compiles a base64 program; each call of the result creates an instance with its own memory. */
export function prepareProgram(base64: string): <Exports>(imports: object) => Exports {
  const program = new Module(Buffer.from(base64, 'base64'))
  return <Exports>(imports: object) => new Instance(program, { env: { abort, ...imports } }).exports as Exports
}

/** Lists in an instance's memory, by the name of the cell that holds their address. Reserving more memory invalidates views. */
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

  /** Copies integers to newly reserved memory and returns the address. */
  copyInts(values: ArrayLike<number>): number {
    const address = this.compiled.reserveBytes(values.length * 4)
    new Int32Array(this.compiled.memory.buffer, address, values.length).set(values)
    return address
  }

  /** Copies double-precision numbers in the same way. */
  copyFloats(values: Float64Array): number {
    const address = this.compiled.reserveBytes(values.length * 8)
    new Float64Array(this.compiled.memory.buffer, address, values.length).set(values)
    return address
  }
}

function abort(): never {
  throw new Error('a compiled program found no memory')
}
