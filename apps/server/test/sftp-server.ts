// A server for SFTP on a free port of this machine (the one of ssh2), which shows a folder of the disk: who signs in may list, read and move.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readSync, renameSync, type Stats, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2, { type AuthContext, type ParsedKey, type SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

export interface SftpAccount {
  user: string
  password: string
  /** In the format of OpenSSH. */
  publicKey?: string
}

export interface SftpServer {
  readonly port: number
  /** Fingerprint of its key. */
  readonly fingerprint: string
  stop(): Promise<void>
}

/** With a new key of its own. `port` is a free one unless said otherwise. */
export async function startSftpServer(root: string, account: SftpAccount, port = 0): Promise<SftpServer> {
  // One of 256 keys that ssh2 makes for ed25519 cannot be read again (mscdex/ssh2 1513).
  const key = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
  const connections = new Set<{ end(): void }>()
  const server = new ssh2.Server({ hostKeys: [key.private] }, (client) => {
    connections.add(client)
    client.on('close', () => connections.delete(client))
    // A client that goes without a word.
    client.on('error', () => {})
    client.on('authentication', (attempt) => judge(attempt, account))
    client.on('session', (accept) => accept().on('sftp', (start) => serve(start(), root)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const shown = (ssh2.utils.parseKey(key.public) as ParsedKey).getPublicSSH()
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(shown).digest('base64').replace(/=+$/, '')}`,
    async stop() {
      for (const connection of connections) connection.end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function judge(attempt: AuthContext, account: SftpAccount): void {
  if (isRight(attempt, account)) attempt.accept()
  else attempt.reject()
}

function isRight(attempt: AuthContext, { user, password, publicKey }: SftpAccount): boolean {
  if (attempt.username !== user) return false
  if (attempt.method === 'password') return attempt.password === password
  if (attempt.method !== 'publickey' || publicKey === undefined) return false
  const known = ssh2.utils.parseKey(publicKey) as ParsedKey
  if (!attempt.key.data.equals(known.getPublicSSH())) return false
  // Without a signature it is only asked whether the key would do.
  return !attempt.signature || known.verify(attempt.blob!, attempt.signature, attempt.hashAlgo) === true
}

function serve(sftp: SFTPWrapper, root: string): void {
  const handles = new Map<number, { file: number } | { names: string[]; folder: string }>()
  let last = 0
  const opened = (request: number, handle: { file: number } | { names: string[]; folder: string }) => {
    last += 1
    handles.set(last, handle)
    const name = Buffer.alloc(4)
    name.writeUInt32BE(last)
    sftp.handle(request, name)
  }
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE())!
  /** Converts errors of the disk to the protocol's. */
  const attempt = (request: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      sftp.status(request, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
    }
  }
  sftp.on('OPENDIR', (request, path) =>
    attempt(request, () => opened(request, { names: readdirSync(join(root, path)), folder: join(root, path) })),
  )
  sftp.on('READDIR', (request, handle) => {
    const listing = of(handle) as { names: string[]; folder: string }
    const names = listing.names.splice(0, 100)
    if (names.length === 0) {
      sftp.status(request, STATUS_CODE.EOF)
      return
    }
    sftp.name(
      request,
      names.map((filename) => ({
        filename,
        longname: filename,
        attrs: attributes(statSync(join(listing.folder, filename))),
      })),
    )
  })
  sftp.on('OPEN', (request, path, flags) => {
    if (flags !== OPEN_MODE.READ) return sftp.status(request, STATUS_CODE.PERMISSION_DENIED)
    attempt(request, () => opened(request, { file: openSync(join(root, path), 'r') }))
  })
  sftp.on('READ', (request, handle, offset, length) => {
    const bytes = Buffer.alloc(length)
    const count = readSync((of(handle) as { file: number }).file, bytes, 0, length, offset)
    if (count === 0) sftp.status(request, STATUS_CODE.EOF)
    else sftp.data(request, bytes.subarray(0, count))
  })
  sftp.on('CLOSE', (request, handle) => {
    const opened = of(handle)
    if ('file' in opened) closeSync(opened.file)
    handles.delete(handle.readUInt32BE())
    sftp.status(request, STATUS_CODE.OK)
  })
  const stat = (request: number, path: string) =>
    attempt(request, () => sftp.attrs(request, attributes(statSync(join(root, path)))))
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('RENAME', (request, from, to) =>
    attempt(request, () => {
      // The protocol overwrites nothing.
      if (existsSync(join(root, to))) return sftp.status(request, STATUS_CODE.FAILURE)
      renameSync(join(root, from), join(root, to))
      sftp.status(request, STATUS_CODE.OK)
    }),
  )
}

function attributes({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1_000), mtime: Math.floor(mtimeMs / 1_000) }
}
