// Passwords and tokens at rest: scrypt for what people choose, SHA-256 for what we made of random bits.
import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { apiError } from './api-error.ts'
import { isEasilyGuessed } from './common-passwords.ts'
import { createLimit } from './limit.ts'

/** Parameters of scrypt: a guess takes 128 · N · r bytes, and time in proportion to N · r · p. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** OWASP's recommendation: 128 MiB and about half a second per guess. The hash contains the numbers, so they may be raised later. */
export const recommendedCost: PasswordCost = { N: 131_072, r: 8, p: 1 }
const keyBytes = 32
/** Two passwords are hashed at once in this process, whichever service of it asks, so that guesses cannot fill its memory. */
const inTurn = createLimit(2)

export interface Passwords {
  /** Returns the stored form of a password: its cost, a salt of its own and the key. */
  hash(password: string): Promise<string>
  /** The same of a password that somebody chose; `about` are texts about them. Throws highway.user.error.common_password. */
  hashNew(password: string, about: readonly string[]): Promise<string>
  /** Takes the same time without a hash (no such user), or with an outdated one, as with a wrong password. */
  isRight(password: string, hash: string | null | undefined): Promise<boolean>
  /** Whether the hash was made at less cost than today's. */
  isOutdated(hash: string): boolean
}

/** Hashes at `cost`, and recognizes hashes of any cost. */
export function createPasswords(cost: PasswordCost = recommendedCost): Passwords {
  const isOutdated = (hash: string) => {
    const [, N, r, p] = hash.split('$').map(Number)
    return N! * r! * p! < cost.N * cost.r * cost.p
  }
  const hash = async (password: string) => {
    const salt = randomBytes(16)
    const key = await derive(password, salt, cost)
    return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
  }
  return {
    isOutdated,
    hash,
    async hashNew(password, about) {
      if (await isEasilyGuessed(password, about)) throw apiError('highway.user.error.common_password')
      return hash(password)
    },
    async isRight(password, hash) {
      const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
      if (scheme !== 'scrypt' || !salt || !key) {
        await derive(password, Buffer.alloc(16), cost)
        return false
      }
      if (isOutdated(hash!)) await derive(password, Buffer.alloc(16), cost)
      const expected = Buffer.from(key, 'base64')
      const actual = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) })
      return isSameBytes(actual, expected)
    },
  }
}

/** Returns the stored form of an API key, a session or a driver's link. */
export function digestSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return isSameBytes(Buffer.from(given), Buffer.from(expected))
}

function isSameBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  const limited = { ...options, maxmem: 256 * 1024 * 1024 }
  const deriveNow = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyBytes, limited, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  return inTurn(deriveNow)
}
