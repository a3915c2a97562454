// Files as memory: the operating system reads their pages when they are looked at, gives them back when memory runs short, and keeps
// them once for all threads and processes that look at the same file.

import { createRequire } from 'node:module'

/** Bytes of a file in the memory of this process; a view is made of them in every thread that reads them. */
export interface FileMapping {
  /** Of the first byte of the file. */
  address: bigint
  /** Of the whole file. */
  byteLength: number
}

interface System {
  map(length: number, descriptor: number): bigint
  unmap(address: bigint, length: number): number
  view(address: bigint, length: number): ArrayBuffer
}

/** As POSIX has them; Linux, macOS and the BSDs agree on these values. */
const PROT_READ = 1
const MAP_SHARED = 1
/** All bits set. */
const MAP_FAILED = 0xffff_ffff_ffff_ffffn
/** Where offsets in files have 64 bits and pointers as many. */
const PROCESSORS = ['x64', 'arm64', 'riscv64', 'loong64', 'ppc64']

/**
 * Maps an open file for reading; it may be closed afterwards, and stays readable when it is renamed or deleted. Undefined where the system cannot
 * do that: Windows, some network drives, processors without the library's binary.
 */
export function mapFile(descriptor: number, byteLength: number): FileMapping | undefined {
  if (byteLength === 0) return undefined
  const address = openSystem()?.map(byteLength, descriptor)
  return address === undefined || address === MAP_FAILED ? undefined : { address, byteLength }
}

/** The bytes of a mapping, in the thread that calls. They must not be written to, nor read after `unmapFile`: either ends the process. */
export function viewMapping({ address, byteLength }: FileMapping): ArrayBuffer {
  const system = openSystem()
  if (!system) throw new Error('a file was mapped that this thread cannot read')
  return system.view(address, byteLength)
}

/** Gives the address space back. No thread may read the bytes any more. */
export function unmapFile({ address, byteLength }: FileMapping): void {
  openSystem()?.unmap(address, byteLength)
}

/** Files are mapped seldom, so nothing is kept between calls. */
function openSystem(): System | undefined {
  if (process.platform === 'win32' || !PROCESSORS.includes(process.arch)) return undefined
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi')
    const library = koffi.load(null)
    const map = library.func(
      'void *mmap(void *address, size_t length, int protection, int flags, int file, int64_t offset)',
    )
    const unmap = library.func('int munmap(void *address, size_t length)')
    return {
      map: (length, descriptor) => map(null, length, PROT_READ, MAP_SHARED, descriptor, 0) as bigint,
      unmap: (address, length) => unmap(address, length) as number,
      view: (address, length) => koffi.view(address, length),
    }
  } catch {
    return undefined
  }
}
