// Loaded into the service before it by `node --import`: tells, over a socket of its own, what is in use after a full
// collection. The service itself knows nothing of it.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/** One reading; bytes, and handles by kind. */
export interface ProbeReading {
  rss: number
  heapUsed: number
  external: number
  arrayBuffers: number
  handles: Record<string, number>
  processorSeconds: number
}

const socket = process.env.MEMORY_PROBE_SOCKET

if (isMainThread && socket) {
  // The command begins anew in the same process to set the allocator; what it listened on before is gone by then.
  rmSync(socket, { force: true })
  const server = createServer((_request, response) => {
    const { gc } = globalThis as unknown as { gc(): void }
    // Memory released by finalizers is free only after the second collection.
    gc()
    gc()
    response.end(JSON.stringify(read()))
  })
  server.listen(socket)
  server.unref()
}

function read(): ProbeReading {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const handles: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
  return { rss, heapUsed, external, arrayBuffers, handles, processorSeconds: (user + system) / 1e6 }
}
