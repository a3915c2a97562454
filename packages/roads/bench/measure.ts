// Measures CPU and wall time of one call, or of the median of several.

export interface Measure {
  cpuSeconds: number
  wallSeconds: number
}

/** CPU (user and system, all threads of the process) and wall time of one call. */
export async function measure(run: () => unknown): Promise<Measure> {
  const cpuBefore = process.cpuUsage()
  const wallBefore = performance.now()
  await run()
  const cpu = process.cpuUsage(cpuBefore)
  return { cpuSeconds: (cpu.user + cpu.system) / 1e6, wallSeconds: (performance.now() - wallBefore) / 1000 }
}

/** The call with the middle CPU time of `rounds`. */
export async function measureMedian(rounds: number, run: () => unknown): Promise<Measure> {
  const all: Measure[] = []
  for (let round = 0; round < rounds; round++) all.push(await measure(run))
  all.sort((a, b) => a.cpuSeconds - b.cpuSeconds)
  return all[rounds >> 1]!
}

/** The median of some numbers, and the 99th percentile. */
export function percentiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return { p50: at(0.5), p99: at(0.99) }
}
