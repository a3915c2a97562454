// The sweeps as WebAssembly: two costs at each step of the processor. scripts/sweep-kernel.ts is their text, kernel-bytes.ts is made of it.

import { KERNEL_BYTES } from './kernel-bytes.ts'

/** As `PARAMS` of the kernel's text. */
type Sweep = (nodes: number, sums: number, met: number, first: number, node: number, cost: number, sum: number) => void

export type Kernel = Record<'climb' | 'descend' | 'climbWithSums' | 'descendWithSums', Sweep>

/** Grows by pages of 65,536 bytes; views of its buffer have to be made anew then. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** What is used of Node's WebAssembly, whose types stand with those of browsers. */
interface WebAssemblyParts {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
  Memory: new (options: { initial: number }) => KernelMemory
}

const { Module, Instance, Memory } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly
const compiled = new Module(Buffer.from(KERNEL_BYTES, 'base64'))

/** A kernel with a memory of its own. */
export function openKernel(): { kernel: Kernel; memory: KernelMemory } {
  const memory = new Memory({ initial: 1 })
  const { exports } = new Instance(compiled, { sweep: { memory } })
  return { kernel: exports as Kernel, memory }
}
