// A small load balancer for rehearsals: takes turns among the nodes that say they are ready, as nginx and Caddy are set up to.
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  /** Origins of the nodes that are ready now. */
  ready(): string[]
  /** Calls that a node refused to be connected to, so that the next one was asked. */
  readonly refused: number
  close(): Promise<void>
}

interface Node {
  origin: string
  agent: Agent
  isReady: boolean
}

const checkMilliseconds = 250
/** Longest wait for a node: a busy one responds late, but is still there. */
const patienceMilliseconds = 5_000
/** Headers of one connection, which mean nothing on the other. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Asks each node's /health four times a second. A call is sent to a second node only if the first one refused the
 * connection: then nothing of it was done. Any other broken connection is answered 502.
 */
export async function openBalancer(origins: readonly string[]): Promise<Balancer> {
  const nodes = origins.map((origin) => ({ origin, agent: new Agent({ keepAlive: true }), isReady: false }))
  const counts = { refused: 0 }
  const checking = nodes.map((node) => checkRegularly(node))
  let turn = 0
  const server = createServer(async (call, answer) => {
    const body = await readBody(call)
    const ready = nodes.filter(({ isReady }) => isReady)
    const order = ready.map((_, index) => ready[(turn + index) % ready.length]!)
    turn += 1
    for (const node of order) {
      if (await pass(node, call, body, answer)) return
      node.isReady = false
      counts.refused += 1
    }
    answer.writeHead(503).end('No node is ready.')
  })
  await listen(server)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => nodes.filter(({ isReady }) => isReady).map(({ origin }) => origin),
    get refused() {
      return counts.refused
    },
    async close() {
      for (const stop of checking) stop()
      for (const { agent } of nodes) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<void> {
  // Longer than any client keeps a connection, so that the rehearsal is about the nodes.
  server.keepAliveTimeout = 600_000
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function checkRegularly(node: Node): () => void {
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      const signal = AbortSignal.timeout(patienceMilliseconds)
      node.isReady = await fetch(`${node.origin}/health`, { signal, headers: { connection: 'close' } }).then(
        async (answer) => (await answer.arrayBuffer()) && answer.ok,
        () => false,
      )
      await new Promise((resolve) => setTimeout(resolve, checkMilliseconds))
    }
  }
  void loop()
  return () => {
    isOver = true
  }
}

async function readBody(call: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of call) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Whether the call was answered, well or not; false when the node refused the connection. */
function pass(node: Node, call: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { ...withoutConnection(call.headers), 'content-length': String(body.length) }
    const sent = request(node.origin + call.url, { method: call.method, agent: node.agent, headers })
    sent.on('response', (received) => {
      answer.writeHead(received.statusCode!, withoutConnection(received.headers))
      answer.flushHeaders()
      received.pipe(answer)
      received.on('close', () => {
        if (!received.complete) answer.destroy()
      })
      answer.on('close', () => {
        if (!received.complete) sent.destroy()
        resolve(true)
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false)
      if (!answer.headersSent) answer.writeHead(502).end(`${node.origin}: ${error.message}`)
      resolve(true)
    })
    sent.end(body)
  })
}

function withoutConnection(headers: IncomingMessage['headers']) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))
}
