// Reference-counted memory of an image: a graph that is based on another one needs that one's memory, too.

import { releaseKept } from '../foundation/kept-file.ts'
import type { SharedImage } from '../image/image.ts'
import type { ArcShares } from '../traffic/arc-shares.ts'

export class SharedMemory {
  readonly image: SharedImage
  private users = 1
  private shares: Promise<ArcShares> | undefined

  constructor(image: SharedImage) {
    this.image = image
  }

  /** Sums for the mixes on the graph, computed once for all services when first needed. */
  findShares(find: () => Promise<ArcShares>): Promise<ArcShares> {
    // Retry after a failure: the service that computed them may have been closed, or its thread may have failed.
    const shares = this.shares ? this.shares.catch(find) : find()
    this.shares = shares
    shares.catch(() => {
      if (this.shares === shares) this.shares = undefined
    })
    return shares
  }

  /** Adds a reference; false when the memory was already released. After true, the caller must `release` it once. */
  retain(): boolean {
    if (this.users === 0) return false
    this.users++
    return true
  }

  /** Releases a reference. The last one frees the memory, which may then be reused for something else. */
  release(): void {
    this.users--
    if (this.users === 0) releaseKept(this.image.memory)
  }
}
