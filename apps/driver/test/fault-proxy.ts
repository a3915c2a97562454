// A line between phone and service that can be cut, stall, lose responses, and respond 503 by itself.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FaultProxy {
  readonly address: string
  /** Calls of the driver's interface that reached the service, answered or not. */
  readonly reached: string[]
  /** The same and those that failed, with when they came, what became of them and after how long: for a test that fails. */
  readonly history: string[]
  /** Lets no request through. */
  cut(): void
  restore(): void
  /** The service gets the next `count` calls that match, the phone no response. */
  loseAnswers(match: RegExp, count: number): void
  /** The next `count` calls that match get a 503 and never reach the service. */
  fail(match: RegExp, count: number): void
  /** The next `count` calls that match are refused as the service refuses, and never reach it. */
  refuse(match: RegExp, count: number): void
  /** The next `count` calls that match are taken and neither read nor answered. */
  hold(match: RegExp, count: number): void
  /** Faults that were asked for and did not come to pass yet. */
  readonly pendingFaults: number
  stop(): Promise<void>
}

interface Fault {
  kind: 'lose' | 'fail' | 'hold' | 'refuse'
  match: RegExp
  left: number
}

export async function startFaultProxy(service: string): Promise<FaultProxy> {
  let isCut = false
  const faults: Fault[] = []
  const reached: string[] = []
  const history: string[] = []

  const forward = (incoming: IncomingMessage, answer: ServerResponse) => {
    const name = `${incoming.method} ${incoming.url}`
    if (isCut) return incoming.socket.destroy()
    const fault = faults.find(({ match, left }) => left > 0 && match.test(name))
    if (fault) fault.left -= 1
    const [came, begun] = [new Date().toISOString().slice(11, 23), performance.now()]
    const note = (outcome: string | number) => {
      if (name.includes('/driver/v1/'))
        history.push(`${came} ${name}: ${outcome}, ${Math.round(performance.now() - begun)} ms`)
    }
    if (fault?.kind === 'hold') {
      incoming.pause()
      return note('held on purpose')
    }
    if (fault?.kind === 'refuse') {
      incoming.resume()
      note('refused on purpose')
      const refusal = { message_id: 'highway.report.error.invalid_image', message: 'Not a picture.' }
      return answer.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    }
    if (fault?.kind === 'fail') {
      incoming.resume()
      note('failed on purpose')
      return answer.writeHead(503).end()
    }
    if (name.includes('/driver/v1/')) reached.push(name)
    const outgoing = request(
      service + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        note(fault ? `${reply.statusCode}, lost on purpose` : reply.statusCode!)
        if (isCut || fault?.kind === 'lose') {
          reply.resume()
          reply.on('end', () => incoming.socket.destroy())
          return
        }
        answer.writeHead(reply.statusCode!, reply.headers)
        reply.pipe(answer)
      },
    )
    outgoing.on('error', (error) => {
      note(error.message)
      incoming.socket.destroy()
    })
    incoming.pipe(outgoing)
  }
  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    reached,
    history,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore() {
      isCut = false
    },
    loseAnswers: (match, left) => void faults.push({ kind: 'lose', match, left }),
    fail: (match, left) => void faults.push({ kind: 'fail', match, left }),
    refuse: (match, left) => void faults.push({ kind: 'refuse', match, left }),
    hold: (match, left) => void faults.push({ kind: 'hold', match, left }),
    get pendingFaults() {
      return faults.reduce((sum, { left }) => sum + left, 0)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
