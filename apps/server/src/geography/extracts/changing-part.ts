// A part that can be made anew while the one before still answers.
import { MapPart, type PartStatus } from './map-part.ts'

interface Closable {
  close(): Promise<void>
}

export class ChangingPart<T extends Closable> {
  /** What answers, or is the first on its way; undefined while there is nothing to make it of. */
  current: MapPart<T> | undefined
  /** Takes the place of `current` when it is ready; stays, with its reason, when it cannot be had. */
  private next: MapPart<T> | undefined
  private leaving: Promise<unknown> = Promise.resolve()

  get status(): PartStatus | undefined {
    return (this.next ?? this.current)?.status
  }

  /** Begins to make it anew; what is there answers until then. Without `open` it is taken away. */
  change(open: ConstructorParameters<typeof MapPart<T>>[0] | undefined): MapPart<T> | undefined {
    if (this.next) this.leave(this.next.close())
    this.next = undefined
    const before = this.current
    const part = open && new MapPart(open)
    if (part && before?.find()) {
      this.next = part
      part.opened().then(
        () => this.takeOver(part),
        () => {},
      )
      return part
    }
    this.current = part
    if (before) this.leave(before.retire())
    return part
  }

  async close(): Promise<void> {
    await Promise.all([this.current?.close(), this.next?.close(), this.leaving])
  }

  private takeOver(part: MapPart<T>): void {
    if (this.next !== part) return
    this.leave(this.current!.retire())
    this.current = part
    this.next = undefined
  }

  private leave(closing: Promise<void>): void {
    this.leaving = Promise.all([this.leaving, closing])
  }
}
