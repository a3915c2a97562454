// CPU time and highest memory of a process, stage by stage.

import { readFileSync, writeFileSync } from 'node:fs'

export interface MeasuredStage {
  name: string
  cpuSeconds: number
  /** Highest resident memory while the stage ran; where the system does not tell that, the highest so far. */
  peakBytes: number
}

export class StageMeter {
  readonly stages: MeasuredStage[] = []
  private current = ''
  private cpuAtStart = process.cpuUsage()

  /** Begins a stage and ends the one before; the same name again changes nothing. */
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

/** Linux counts the highest memory of a process anew when told so. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Elsewhere the highest so far counts on.
  }
}

function readPeak(): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (kilobytes) return Number(kilobytes) * 1024
  } catch {
    // As above.
  }
  return process.resourceUsage().maxRSS * 1024
}
