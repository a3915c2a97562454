// CPU time and highest memory of a process, stage by stage.

import { readFileSync, writeFileSync } from 'node:fs'

export interface MeasuredStage {
  name: string
  cpuSeconds: number
  /** Peak resident memory during the stage; where the system does not provide that, the peak so far. */
  peakBytes: number
}

export class StageMeter {
  readonly stages: MeasuredStage[] = []
  private current = ''
  private cpuAtStart = process.cpuUsage()

  /** Begins a stage and ends the previous one; repeating the same name changes nothing. */
  enter(name: string): void {
    if (name === this.current) return
    this.end()
    this.current = name
    this.cpuAtStart = process.cpuUsage()
    forgetPeak()
  }

  end(): void {
    if (this.current === '') return
    const { user, system } = process.cpuUsage(this.cpuAtStart)
    this.stages.push({ name: this.current, cpuSeconds: (user + system) / 1e6, peakBytes: readPeak() })
    this.current = ''
  }
}

/** Resets the peak memory of the process, on Linux. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // On other systems the peak so far continues.
  }
}

function readPeak(): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (kilobytes) return Number(kilobytes) * 1024
  } catch {
    // Same reason as above.
  }
  return process.resourceUsage().maxRSS * 1024
}
