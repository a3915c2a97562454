// The memory of an image and how many services use it: a graph that stands beside another one needs that one's memory, too.

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

  /** What mixes on the graph are made of: made once for all services, when it is first wanted. */
  findShares(find: () => Promise<ArcShares>): Promise<ArcShares> {
    // Whoever was at it may have been closed, and a thread that failed is no reason to fail for ever.
    const shares = this.shares ? this.shares.catch(find) : find()
    this.shares = shares
    shares.catch(() => {
      if (this.shares === shares) this.shares = undefined
    })
    return shares
  }

  /** False when it was given back before. Whoever is told true must `release` it once. */
  retain(): boolean {
    if (this.users === 0) return false
    this.users++
    return true
  }

  /** Given back with the last user: what lies there then belongs to somebody else. */
  release(): void {
    this.users--
    if (this.users === 0) releaseKept(this.image.memory)
  }
}
