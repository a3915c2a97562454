// A network that fails: passes connections on to a server, and stalls, cuts, half-closes or forgets them when told to.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Stops traffic in both directions until it is resumed; no connection is lost. */
  stall(): void
  resume(): void
  /** Every connection is reset on both sides, and new ones are refused until it is mended. */
  cut(): void
  mend(): void
  /** The client is told that the server has ended; the server hears nothing and keeps its side open. */
  halfClose(): void
  /** Silences existing connections for ever, like a firewall that lost its table; new connections pass. */
  forget(): void
  close(): Promise<void>
}

interface Pair {
  client: Socket
  server: Socket
}

export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  /** Connections of the last trouble that only this ends: the server has a limited number of places. */
  const orphans = new Set<Socket>()
  const state = { isStalled: false, isCut: false }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state.isCut) return void client.resetAndDestroy()
    const pair = join(client, target, pairs, () => state.isStalled)
    if (state.isStalled) setFlowing(pair, false)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endOrphans = () => {
    for (const socket of orphans) socket.destroy()
    orphans.clear()
  }
  const take = () => {
    endOrphans()
    const taken = [...pairs]
    pairs.clear()
    return taken
  }
  const setStalled = (isStalled: boolean) => {
    state.isStalled = isStalled
    for (const pair of pairs) setFlowing(pair, !isStalled)
  }
  const orphan = ({ client, server: upstream }: Pair, halfClosed: boolean) => {
    for (const socket of [client, upstream]) {
      socket.pause()
      socket.removeAllListeners('end').removeAllListeners('data').removeAllListeners('close')
      orphans.add(socket)
    }
    if (halfClosed) client.end()
  }
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => setStalled(true),
    resume: () => setStalled(false),
    cut() {
      state.isCut = true
      for (const pair of take()) destroy(pair)
    },
    mend() {
      state.isCut = false
    },
    halfClose() {
      for (const pair of take()) orphan(pair, true)
    },
    forget() {
      for (const pair of take()) orphan(pair, false)
    },
    close: () =>
      closeAll(server, [...take().flatMap(({ client, server: upstream }) => [client, upstream]), ...orphans]),
  }
}

function join(
  client: Socket,
  target: { host: string; port: number },
  pairs: Set<Pair>,
  isStalled: () => boolean,
): Pair {
  const server = connect({ ...target, allowHalfOpen: true })
  const pair = { client, server }
  pairs.add(pair)
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => void to.write(bytes))
    from.on('end', () => void to.end())
    from.on('error', () => {})
    from.on('close', () => {
      pairs.delete(pair)
      to.destroy()
    })
  }
  pass(client, server)
  pass(server, client)
  // A connection that is made while nothing passes begins to read by itself.
  server.on('connect', () => setFlowing(pair, !isStalled()))
  return pair
}

function setFlowing({ client, server }: Pair, isFlowing: boolean): void {
  for (const socket of [client, server]) {
    if (isFlowing) socket.resume()
    else socket.pause()
  }
}

function destroy({ client, server }: Pair): void {
  client.resetAndDestroy()
  server.resetAndDestroy()
}

async function closeAll(server: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
}
