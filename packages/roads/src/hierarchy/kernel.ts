// The sweeps in WebAssembly SIMD: two costs per instruction. Source: scripts/sweep-kernel.ts, from which kernel-bytes.ts is generated.

import { KERNEL_BYTES } from './kernel-bytes.ts'

/** Same as `PARAMS` in the kernel's source. */
type Sweep = (nodes: number, sums: number, met: number, first: number, node: number, cost: number, sum: number) => void

export type Kernel = Record<'climb' | 'descend' | 'climbWithSums' | 'descendWithSums', Sweep>

/** Grows by pages of 65,536 bytes, after which views of its buffer must be recreated. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The parts of Node's WebAssembly used here; its types come with those of browsers. */
interface WebAssemblyParts {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
  Memory: new (options: { initial: number }) => KernelMemory
}

const { Module, Instance, Memory } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly
const compiled = new Module(Buffer.from(KERNEL_BYTES, 'base64'))

/** Creates a kernel with its own memory. */
export function openKernel(): { kernel: Kernel; memory: KernelMemory } {
  const memory = new Memory({ initial: 1 })
  const { exports } = new Instance(compiled, { sweep: { memory } })
  return { kernel: exports as Kernel, memory }
}
