// Passwords and tokens at rest: scrypt for what people choose, SHA-256 for what we made of random bits.
import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and about 0.1 s a guess. The numbers stand in the hash, so they may be raised later. */
const cost = { N: 32_768, r: 8, p: 1 }
const keyBytes = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Takes the same time without a hash (no such user) as with a wrong password. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, Buffer.alloc(16), cost)
    return false
  }
  const expected = Buffer.from(key, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** What is stored of an API key, a session or a driver's link. */
export function digestSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  const limited = { ...options, maxmem: 256 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, limited, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
