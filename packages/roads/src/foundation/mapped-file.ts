// Memory-mapped files: the operating system loads their pages on access, drops them when memory runs short, and shares them between all
// threads and processes that map the same file.

import { createRequire } from 'node:module'

/** Mapped bytes of a file in this process; every thread that reads them makes a view. */
export interface FileMapping {
  /** Address of the first byte of the file. */
  address: bigint
  /** Size of the whole file. */
  byteLength: number
}

interface System {
  map(length: number, descriptor: number): bigint
  unmap(address: bigint, length: number): number
  view(address: bigint, length: number): ArrayBuffer
}

/** POSIX constants; Linux, macOS and the BSDs agree on these values. */
const PROT_READ = 1
const MAP_SHARED = 1
/** All bits set. */
const MAP_FAILED = 0xffff_ffff_ffff_ffffn
/** Processors with 64-bit file offsets and pointers. */
const PROCESSORS = ['x64', 'arm64', 'riscv64', 'loong64', 'ppc64']

/**
 * Maps an open file for reading. It may be closed afterwards, and stays readable when it is renamed or deleted. Undefined where the system
 * does not support this: Windows, some network drives, processors without the library's binary.
 */
export function mapFile(descriptor: number, byteLength: number): FileMapping | undefined {
  if (byteLength === 0) return undefined
  const address = openSystem()?.map(byteLength, descriptor)
  return address === undefined || address === MAP_FAILED ? undefined : { address, byteLength }
}

/** The bytes of a mapping, for the calling thread. Writing to them, or reading them after `unmapFile`, crashes the process. */
export function viewMapping({ address, byteLength }: FileMapping): ArrayBuffer {
  const system = openSystem()
  if (!system) throw new Error('a file was mapped that this thread cannot read')
  return system.view(address, byteLength)
}

/** Unmaps the file. No thread may read the bytes any more. */
export function unmapFile({ address, byteLength }: FileMapping): void {
  openSystem()?.unmap(address, byteLength)
}

/** Opens the system library. Files are mapped seldom, so nothing is cached between calls. */
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
