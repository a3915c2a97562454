// Loaded into a process before the service by `node --import`: its clock, and those of its threads, are off by CLOCK_SHIFT_HOURS.
const shift = Number(process.env.CLOCK_SHIFT_HOURS ?? 0) * 3_600_000
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...parameters: unknown[]) {
    if (parameters.length === 0) super(RealDate.now() + shift)
    else super(...(parameters as [number]))
  }

  static override now(): number {
    return RealDate.now() + shift
  }
}

globalThis.Date = ShiftedDate as DateConstructor
