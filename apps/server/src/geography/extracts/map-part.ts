// One thing that is made of the extracts in the background: on its way, ready, or failed with a reason.
import { within } from '../../frame/platform/within.ts'

interface Closable {
  close(): Promise<void>
}

export interface PartStatus {
  state: 'opening' | 'ready' | 'failed'
  /** Progress of building, 0..1, where known. */
  progress?: number
  reason?: string
}

/** A reason that anybody may be told: names of files, but not where on this machine they are. */
export function withoutFolders(text: string): string {
  return text.replace(/(?:[A-Za-z]:)?[\\/](?:[^\\/:,\n]+[\\/])*(?=[^\\/:\s]+\.)/g, '')
}

export class MapPart<T extends Closable> {
  private readonly opening: Promise<T>
  private readonly abort = new AbortController()
  private value: T | undefined
  private failure: Error | undefined
  private progress: number | undefined
  private calls = 0
  private tellIdle: (() => void) | undefined

  /** Begins to open at once; `open` ends early when its signal says so. */
  constructor(open: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<T>) {
    this.opening = open(this.abort.signal, (share) => {
      this.progress = share
    })
    this.opening.then(
      (value) => {
        this.value = value
      },
      (error: Error) => {
        this.failure = error
      },
    )
  }

  get status(): PartStatus {
    if (this.failure) return { state: 'failed', reason: withoutFolders(this.failure.message) }
    return this.value ? { state: 'ready' } : { state: 'opening', progress: this.progress }
  }

  /** Returns the opened value, when it is ready. */
  find(): T | undefined {
    return this.value
  }

  /** Waits until it is ready, but not longer than this; throws why it cannot be had. */
  async wait(milliseconds: number): Promise<T> {
    if (this.value) return this.value
    return within(milliseconds, 'it is still being built; try again in a moment', this.opening)
  }

  /** Waits for as long as it takes; throws why it cannot be had. */
  opened(): Promise<T> {
    return this.opening
  }

  /** Runs a call that needs what was opened to stay open. */
  async during<R>(call: () => Promise<R>): Promise<R> {
    this.calls++
    try {
      return await call()
    } finally {
      this.calls--
      if (this.calls === 0) this.tellIdle?.()
    }
  }

  /** Closes it as soon as no call is under way. */
  async retire(): Promise<void> {
    if (this.calls > 0) {
      await new Promise<void>((resolve) => {
        this.tellIdle = resolve
      })
    }
    await this.close()
  }

  /** Ends building, or closes what was opened. */
  async close(): Promise<void> {
    this.abort.abort()
    const value = await this.opening.catch(() => undefined)
    await value?.close()
  }
}
