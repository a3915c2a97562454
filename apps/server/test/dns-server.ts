// A DNS server on this machine that knows the TXT records that a test gives it.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface DnsServer {
  /** Address and port, as `Resolver.setServers` takes them. */
  readonly address: string
  /** Texts by the name of their record. */
  readonly records: Map<string, string[]>
  stop(): void
}

const headerBytes = 12
const noSuchName = 3
const txt = 16

export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => socket.send(answer(question, records), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, records, stop: () => void socket.close() }
}

/** Repeats the question and adds its records (RFC 1035, section 4). */
function answer(message: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = readName(message)
  const texts = records.get(name.toLowerCase()) ?? []
  const header = Buffer.alloc(headerBytes)
  message.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (texts.length === 0 ? noSuchName : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts.length, 6)
  return Buffer.concat([header, message.subarray(headerBytes, end + 4), ...texts.map(getRecord)])
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function getRecord(text: string): Buffer {
  const record = Buffer.alloc(13 + text.length)
  // The name of the question, by a pointer to it.
  record.writeUInt16BE(0xc000 | headerBytes, 0)
  record.writeUInt16BE(txt, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(1 + text.length, 10)
  record.writeUInt8(text.length, 12)
  record.write(text, 13, 'latin1')
  return record
}
