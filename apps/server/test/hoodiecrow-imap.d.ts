// The part of hoodiecrow-imap, which brings no types, that the tests' mailbox uses.
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  interface MailServer {
    readonly server: Server
    listen(port: number, done: () => void): void
    close(done: () => void): void
    appendMessage(folder: string, flags: string[], date: Date, raw: string): void
    getMailbox(folder: string): { messages: { raw: string | Buffer }[] }
  }
  export default function createServer(options: object): MailServer
}
