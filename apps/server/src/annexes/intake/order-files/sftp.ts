// A folder of a server that is reached over SFTP (SSH file transfer, version 3).
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import type { OrderFetching } from '@routewright/contract'
import ssh2, { type Client, type FileEntryWithStats, type SFTPWrapper } from 'ssh2'
import { publicConnectOptions } from '../../../frame/platform/public-targets.ts'
import {
  type Collection,
  computePrint,
  FetchProblem,
  type FetchSecret,
  type FoundFile,
  findTableKind,
  getProblem,
  StillWritten,
} from './collection.ts'
import { fitsPattern } from './name-pattern.ts'

const connectSeconds = 15
const mostEntries = 20_000
/** Codes of refusals, of the version of the protocol that servers speak. */
const [noSuchFile, permissionDenied] = [2, 3]

interface RemoteFile extends FoundFile {
  path: string
  changedSeconds: number
}

/** Returns what is wrong with a private key; undefined where it can be used. */
export function sshKeyProblem(key: string, passphrase: string | undefined): string | undefined {
  const parsed = ssh2.utils.parseKey(key, passphrase)
  if (!(parsed instanceof Error))
    return parsed.isPrivateKey() ? undefined : 'is a public key; the private one is needed'
  return /passphrase|decrypt|integrity|bad decrypt/i.test(parsed.message)
    ? 'is encrypted, and the passphrase is missing or does not fit'
    : 'is no private key in the format of OpenSSH or PEM'
}

/** Signs in. Throws FetchProblem, and where the server shows another key than it showed before. */
export async function openSftp(
  fetching: OrderFetching,
  secret: FetchSecret,
  allowPrivate: boolean,
): Promise<Collection<RemoteFile>> {
  const { client, hostKey } = await signIn(fetching, secret, allowPrivate)
  try {
    const sftp = await promisify(
      client.sftp.bind(client) as (done: (error: Error | undefined, sftp: SFTPWrapper) => void) => void,
    )()
    return getFolder(client, sftp, fetching, hostKey)
  } catch (error) {
    client.destroy()
    throw getProblem(error, fetching.host)
  }
}

function signIn(
  { host, port, user, host_key }: OrderFetching,
  { password, ssh_key, passphrase }: FetchSecret,
  allowPrivate: boolean,
): Promise<{ client: Client; hostKey: string }> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client()
    let hostKey = ''
    const fail = (error: unknown) => {
      client.destroy()
      reject(getProblem(error, host))
    }
    client.on('ready', () => resolve({ client, hostKey }))
    client.on('error', (error: Error & { level?: string }) => {
      if (hostKey && host_key && hostKey !== host_key) return fail(anotherKey(host, hostKey, host_key))
      if (error.level === 'client-authentication') {
        return fail(
          new FetchProblem(`The server ${host} does not let ${user} in with this ${ssh_key ? 'key' : 'password'}`),
        )
      }
      if (error.level === 'client-timeout') return fail(new FetchProblem(`The server ${host} does not answer`))
      fail(error)
    })
    client.on('close', () => fail(new FetchProblem(`The server ${host} ended the connection`)))
    // Some servers ask for a password in words only.
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
      answer(prompts.map(() => password ?? '')),
    )
    try {
      const sock = connect({ host, port, ...publicConnectOptions(host, allowPrivate) })
      sock.on('error', fail)
      client.connect({
        sock,
        username: user,
        password,
        privateKey: ssh_key,
        passphrase,
        tryKeyboard: password !== undefined,
        readyTimeout: connectSeconds * 1_000,
        hostVerifier: (key: Buffer) => {
          hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
          return !host_key || hostKey === host_key
        },
      })
    } catch (error) {
      fail(error)
    }
  })
}

function anotherKey(host: string, shown: string, known: string): FetchProblem {
  return new FetchProblem(
    `The server ${host} shows the key ${shown}, and showed ${known} before. Ask who runs it; where the change is meant, forget the one before`,
  )
}

function getFolder(
  client: Client,
  sftp: SFTPWrapper,
  { host, folder, pattern = '*', move_to }: OrderFetching,
  hostKey: string,
): Collection<RemoteFile> {
  /** Rejects once the connection ends, too: what was asked for is never answered then. */
  const ask = <T>(work: Promise<T>, place: string) =>
    Promise.race([work, ended]).catch((error) => {
      throw refusedAt(error, place, host)
    })
  const ended = new Promise<never>((_, reject) => {
    client.on('close', () => reject(new FetchProblem(`The server ${host} ended the connection`)))
  })
  ended.catch(() => {})
  const readFolder = promisify<string, FileEntryWithStats[]>(sftp.readdir.bind(sftp))
  const rename = promisify<string, string, void>(sftp.rename.bind(sftp))
  const stat = promisify<string, { size: number; mtime: number }>(sftp.stat.bind(sftp))
  return {
    hostKey,
    async list() {
      const entries = await ask(readFolder(folder), `the folder ${folder}`)
      if (entries.length > mostEntries) throw new FetchProblem(`${folder} holds more than ${mostEntries} files`)
      const files = entries.flatMap(({ filename: name, attrs }) => {
        if (!attrs.isFile() || name.includes('/') || !findTableKind(name) || !fitsPattern(name, pattern)) return []
        const { size, mtime: changedSeconds } = attrs
        const print = computePrint('sftp', host, folder, name, size, changedSeconds)
        return [{ name, size, print, path: `${folder}/${name}`, changedSeconds }]
      })
      return files.sort((a, b) => a.changedSeconds - b.changedSeconds || (a.name < b.name ? -1 : 1))
    },
    async read({ path, name, size, changedSeconds }, most) {
      const bytes = await ask(collect(sftp.createReadStream(path, { end: most }) as AsyncIterable<Buffer>), name)
      // The sender may still be writing the file.
      const now = await ask(stat(path), name)
      if (now.size !== size || now.mtime !== changedSeconds) throw new StillWritten()
      return bytes
    },
    async putAway(files) {
      if (move_to === undefined) return
      for (const { path, name, changedSeconds } of files) {
        const moved = ask(rename(path, `${move_to}/${name}`), `${name} into ${move_to}`)
        // There may be one of this name already.
        await moved.catch(() => ask(rename(path, `${move_to}/${changedSeconds}-${name}`), `${name} into ${move_to}`))
      }
    },
    close: () => client.destroy(),
  }
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function refusedAt(error: Error & { code?: unknown }, place: string, host: string): Error {
  if (error.code === noSuchFile) return new FetchProblem(`The server ${host} does not know ${place}`)
  if (error.code === permissionDenied) return new FetchProblem(`The server ${host} does not let us at ${place}`)
  return getProblem(error, host)
}
