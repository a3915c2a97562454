// What opens the administration page: a link that is printed on the machine, and the cookie that it is exchanged for. Neither is stored;
// each tells when it ends, signed with the machine's secret.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where the page is. */
export const ADMINISTRATION_PATH = '/administration'

/** What an entry is for; one is never taken for the other. */
export type EntryKind = 'link' | 'cookie'

const SECONDS: Record<EntryKind, number> = { link: 15 * 60, cookie: 12 * 3_600 }

/** Makes the text of an entry that opens the page from `now` on: 15 minutes by a link, 12 hours by a cookie. */
export function createEntry(adminSecret: string, kind: EntryKind, now: Date): string {
  const ends = String(Math.floor(now.getTime() / 1000) + SECONDS[kind])
  return `rw_administration_${ends}_${sign(adminSecret, kind, ends)}`
}

/** Returns whether the text is an entry of this kind that has not ended. */
export function isEntry(adminSecret: string, kind: EntryKind, text: string, now: Date): boolean {
  const [, ends, signature] = /^rw_administration_(\d{1,12})_([\w-]{43})$/.exec(text) ?? []
  if (ends === undefined || signature === undefined) return false
  const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(adminSecret, kind, ends)))
  return isSigned && now.getTime() < Number(ends) * 1000
}

/** 43 characters. */
function sign(adminSecret: string, kind: EntryKind, ends: string): string {
  return createHmac('sha256', adminSecret).update(`administration ${kind} ${ends}`).digest('base64url')
}
