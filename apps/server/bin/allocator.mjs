// How the C library hands out memory. Node's threads leave each a share of it in pieces, which at rest was a quarter of what the service held.
// It reads its settings when a process starts; so a process that was started without them begins anew, in its place and with its number.

const SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  // Blocks of this many bytes and more are given back as soon as they are free.
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '4000000',
}

/** Returns in a process that has such settings, its own or ours; elsewhere than on Linux at once. */
export function continueWithFrugalAllocator() {
  if (process.platform !== 'linux' || Object.keys(SETTINGS).some((name) => name in process.env)) return
  Object.assign(process.env, SETTINGS)
  // Older Nodes, which only start a newer one, hand the settings on to it.
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env)
}
