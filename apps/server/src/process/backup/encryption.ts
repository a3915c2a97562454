// Encrypts backups in the format of age (age-encryption.org/v1), which the program `age` and others open, too.
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/**
 * A passphrase, or the text of a key file: lines with `AGE-SECRET-KEY-…` or `age1…`; other lines say nothing. `workFactor` is the binary
 * logarithm of what one try at the passphrase costs; without it age's own, 18: about a second.
 */
export type BackupKey = { passphrase: string; workFactor?: number } | { keyFile: string }

const firstLine = 'age-encryption.org/v1'

export function isEncrypted(start: Uint8Array): boolean {
  return Buffer.from(start).toString('latin1', 0, firstLine.length) === firstLine
}

/** Encrypts the source; needs only the public half of a key. Throws when the key file has no key. */
export async function encrypt(source: AsyncIterable<Uint8Array>, key: BackupKey): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  if ('passphrase' in key) {
    encrypter.setPassphrase(key.passphrase)
    if (key.workFactor !== undefined) encrypter.setScryptWorkFactor(key.workFactor)
  } else {
    const identities = await Promise.all(linesWith(key.keyFile, 'AGE-SECRET-KEY-').map(identityToRecipient))
    const recipients = new Set([...linesWith(key.keyFile, 'age1'), ...identities])
    if (recipients.size === 0) throw new Error('The key file has no line with a key (age1… or AGE-SECRET-KEY-…).')
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  }
  return iterable(await encrypter.encrypt(ReadableStream.from(source)))
}

/** Throws when the key does not open it, and where the bytes were changed or cut off. */
export async function decrypt(source: AsyncIterable<Uint8Array>, key: BackupKey): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else {
    const identities = linesWith(key.keyFile, 'AGE-SECRET-KEY-')
    if (identities.length === 0) throw new Error('The key file has no line with the secret half (AGE-SECRET-KEY-…).')
    for (const identity of identities) decrypter.addIdentity(identity)
  }
  return iterable(await decrypter.decrypt(ReadableStream.from(source)))
}

/** The text of a new key file. */
export async function createKeyFile(): Promise<{ text: string; recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { text: `# Opens backups that were encrypted for ${recipient}\n${identity}\n`, recipient }
}

function linesWith(keyFile: string, start: string): string[] {
  return keyFile.split(/\s+/).filter((word) => word.startsWith(start))
}

async function* iterable(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
