// A passkey in memory, as a phone or a security key holds one: makes its key pair, and signs what a browser asks (WebAuthn, ES256).
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Asked {
  challenge: string
}

export interface SoftwarePasskey {
  /** Returns a browser's response to the request for a new passkey. */
  create(options: Asked): Record<string, unknown>
  /** Returns the response to a sign-in request; `changes` simulate misbehaving devices. */
  sign(
    options: Asked,
    changes?: { ownerVerified?: boolean; origin?: string; counter?: number },
  ): Record<string, unknown>
}

export function createSoftwarePasskey(origin: string): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const rpId = new URL(origin).hostname
  let uses = 0
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    create({ challenge }) {
      const data = authenticatorData(rpId, 0x45, 0, attestedKey(id, publicKey))
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge }, { ownerVerified = true, origin: at = origin, counter } = {}) {
      uses += 1
      const data = authenticatorData(rpId, ownerVerified ? 0x05 : 0x01, counter ?? uses)
      const client = clientData('webauthn.get', challenge, at)
      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed(privateKey, data, client).toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

function signed(key: KeyObject, data: Buffer, client: Buffer): Buffer {
  return sign('sha256', Buffer.concat([data, sha256(client)]), key)
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(rpId: string, flags: number, counter: number, attested: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), head, attested])
}

/** The id and the public key in COSE. */
function attestedKey(id: Buffer, publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string | undefined) => Buffer.from(text!, 'base64url')
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count])
  if (count < 256) return Buffer.from([(kind << 5) | 24, count])
  return Buffer.from([(kind << 5) | 25, count >> 8, count & 255])
}
