// A push service and its browser, on loopback: accepts messages to a device, and decrypts them as the device would.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '@routewright/contract'

/** Decrypts one record of aes128gcm for this device. Written from the standard, not from our encryption. */
export function openPushed(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', device.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('no delimiter ends the record')
  return padded.subarray(0, end).toString('utf8')
}

export interface Pushed {
  device: string
  headers: IncomingHttpHeaders
  payload: PushPayload
}

export async function openPushReceiver() {
  const devices = new Map<string, { pair: ECDH; auth: Buffer; answers: number[] }>()
  const pushed: Pushed[] = []
  let refused = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const name = request.url!.slice(1)
      const device = devices.get(name)
      const status = device?.answers.shift() ?? (device ? 201 : 404)
      if (device && status < 300) {
        const payload = JSON.parse(openPushed(Buffer.concat(chunks), device.pair, device.auth)) as PushPayload
        pushed.push({ device: name, headers: request.headers, payload })
      } else refused += 1
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Messages received, in the order of arrival. */
    pushed,
    /** How many were not taken. */
    refusedCount: () => refused,
    /** Adds a device; it returns the statuses in `answers` first, before it accepts anything. */
    addDevice(name: string, answers: number[] = []) {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      devices.set(name, { pair, auth, answers })
      return {
        endpoint: `${base}/${name}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
