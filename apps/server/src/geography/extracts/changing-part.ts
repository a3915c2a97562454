// A part that can be rebuilt while the previous one stays in use.
import { MapPart, type PartStatus } from './map-part.ts'

interface Closable {
  close(): Promise<void>
}

export class ChangingPart<T extends Closable> {
  /** The part in use, or the first one being opened; undefined without extracts. */
  current: MapPart<T> | undefined
  /** Takes the place of `current` when it is ready; stays, with its reason, when it cannot be had. */
  private next: MapPart<T> | undefined
  private leaving: Promise<unknown> = Promise.resolve()

  get status(): PartStatus | undefined {
    return (this.next ?? this.current)?.status
  }

  /** Starts rebuilding; the present part stays in use until then. Without `open`, the part is removed. */
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
