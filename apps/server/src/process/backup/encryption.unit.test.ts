// Encrypted backups open with their key, and with nothing else.
import { expect, test } from 'vitest'
import { type BackupKey, createKeyFile, decrypt, encrypt, isEncrypted } from './encryption.ts'

const plain = Buffer.alloc(200_000, 'backup ')

async function* inPieces(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 30_000) yield bytes.subarray(start, start + 30_000)
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

const seal = async (key: BackupKey) => collect(await encrypt(inPieces(plain), key))
const open = async (sealed: Uint8Array, key: BackupKey) => collect(await decrypt(inPieces(sealed), key))

test('with the public half of a key, opened with the secret one', async () => {
  const { text, recipient } = await createKeyFile()
  const sealed = await seal({ keyFile: `# for backups\n${recipient}\n` })
  expect(isEncrypted(sealed)).toBe(true)
  expect(isEncrypted(plain)).toBe(false)
  expect(sealed.includes('backup backup')).toBe(false)
  expect((await open(sealed, { keyFile: text })).equals(plain)).toBe(true)
  expect((await open(await seal({ keyFile: text }), { keyFile: text })).equals(plain)).toBe(true)
  await expect(open(sealed, { keyFile: recipient })).rejects.toThrow('no line with the secret half')
  await expect(open(sealed, { keyFile: (await createKeyFile()).text })).rejects.toThrow()
  await expect(seal({ keyFile: 'nothing' })).rejects.toThrow('no line with a key')
})

test('cut off or changed it does not open', async () => {
  const { text } = await createKeyFile()
  const sealed = await seal({ keyFile: text })
  await expect(open(sealed.subarray(0, -20), { keyFile: text })).rejects.toThrow()
  sealed[100_000]! ^= 1
  await expect(open(sealed, { keyFile: text })).rejects.toThrow()
})

test('with a passphrase', async () => {
  const sealed = await seal({ passphrase: 'eleven wet hats on a gate', workFactor: 10 })
  expect((await open(sealed, { passphrase: 'eleven wet hats on a gate' })).equals(plain)).toBe(true)
  await expect(open(sealed, { passphrase: 'another' })).rejects.toThrow()
})
