// The keys of this installation: what must be read again is encrypted under them, what must be recognized is signed.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSameSecret } from './password.ts'

const fileName = 'secret-keys'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

export interface SecretKeys {
  /** Encrypts under the first key (AES-256-GCM). `purpose` names what it is and whose; it opens for the same purpose only. */
  seal(text: string, purpose: string): string
  /** Throws UnknownSecretKey, or an error where the text was changed or sealed for another purpose. */
  open(sealed: string, purpose: string): string
  /** Whether it is sealed under the first key, so that the others are not needed for it. */
  isCurrent(sealed: string): boolean
  /** A signature (HMAC-SHA256) under the first key. */
  sign(text: string): string
  /** Whether one of the keys made the signature. */
  isSigned(text: string, signature: string): boolean
  /** Bytes of every key for one use, the first key's first: the same at each start, and they tell nothing of the key. */
  derive(use: string, bytes: number): Buffer[]
}

export class UnknownSecretKey extends Error {
  constructor(keyId: string) {
    super(
      `it is encrypted under the key ${keyId}, which is not among SECRET_KEYS or in the file ${fileName} of the data folder`,
    )
  }
}

/** From the setting, or from the file in the data folder, which is made at the first start and readable by its owner only. */
export function openSecretKeys(dataDirectory: string, setting: readonly Buffer[] | undefined): SecretKeys {
  return createSecretKeys(setting ?? parseSecretKeys(readKeyFile(dataDirectory)))
}

/** One key or several, separated by commas or lines, each 32 bytes in base64. The first one writes, all of them read. */
export function parseSecretKeys(text: string): Buffer[] {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '')
  const parsed = keys.map((key) => Buffer.from(key, 'base64'))
  if (parsed.length === 0 || parsed.some(({ length }) => length !== keyBytes)) {
    throw new Error(
      `must be keys of ${keyBytes} bytes in base64 (openssl rand -base64 ${keyBytes}), separated by commas`,
    )
  }
  return parsed
}

function readKeyFile(dataDirectory: string): string {
  const file = join(dataDirectory, fileName)
  try {
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // It is there from an earlier start, or another process of this machine was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

interface Key {
  id: string
  sealing: Buffer
  signing: Buffer
}

export function createSecretKeys(masters: readonly Buffer[]): SecretKeys {
  const keys = masters.map(derive)
  const first = keys[0]!
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', first.sealing, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${first.id}.${sealed.toString('base64url')}`
    },
    open(sealed, purpose) {
      const [id = '', text = ''] = sealed.split('.')
      const key = keys.find((key) => key.id === id)
      if (!key) throw new UnknownSecretKey(id)
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    isCurrent: (sealed) => sealed.startsWith(`${first.id}.`),
    sign: (text) => signature(first, text),
    isSigned: (text, given) => keys.some((key) => isSameSecret(given, signature(key, text))),
    derive: (use, bytes) =>
      masters.map((master) => Buffer.from(hkdfSync('sha256', master, '', `routewright ${use}`, bytes))),
  }
}

/** A key for each use, so that none of them tells anything about another. The id names it without telling anything of it. */
function derive(master: Buffer): Key {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `routewright ${use}`, keyBytes))
  const id = createHash('sha256').update(part('id')).digest('hex').slice(0, 8)
  return { id, sealing: part('sealing'), signing: part('signing') }
}

function signature({ signing }: Key, text: string): string {
  return createHmac('sha256', signing).update(text).digest('base64url')
}
