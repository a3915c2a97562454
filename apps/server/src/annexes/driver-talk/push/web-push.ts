// Web Push as its standards have it: what a device is sent is encrypted for it alone (RFC 8291), and signed as ours (RFC 8292).
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

const curve = 'prime256v1'
/** Order of the group of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** More than 32 bytes, so that the rest of a division tells nothing. */
export const seedBytes = 48
const recordBytes = 4_096
const tokenSeconds = 12 * 3_600

/** A key pair of the service: devices subscribe with its public half. */
export interface PushSigner {
  /** base64url of the uncompressed point, as browsers take it. */
  publicKey: string
  privateKey: KeyObject
}

/** The same pair for the same seed. */
export function getSigner(seed: Buffer): PushSigner {
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH(curve)
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), secret].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

/** Where a browser is reached. */
export interface Subscription {
  endpoint: string
  /** base64url. */
  p256dh: string
  auth: string
}

/** Whether its key is a point of the curve, so that something can be encrypted for it. */
export function canEncryptFor({ p256dh }: Pick<Subscription, 'p256dh'>): boolean {
  try {
    const pair = createECDH(curve)
    pair.generateKeys()
    pair.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

function newPair(): ECDH {
  const pair = createECDH(curve)
  pair.generateKeys()
  return pair
}

/** The text as one record of aes128gcm, at most about 4,000 bytes of it. Pair and salt are fresh; the standard's example brings its own. */
export function encryptFor(
  { p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>,
  text: string,
  pair: ECDH = newPair(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = pair.getPublicKey()
  const derive = (input: Buffer, from: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, from, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The octet 2 ends the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...sealed])
}

/** The header that shows a push service who sends. `subject` is an address of whoever runs this service: mailto: or https:. */
export function authorizationFor(endpoint: string, signer: PushSigner, subject: string, now: Date): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const expires = Math.floor(now.getTime() / 1_000) + tokenSeconds
  const claims = { aud: new URL(endpoint).origin, exp: expires, sub: subject }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: signer.privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${signer.publicKey}`
}
