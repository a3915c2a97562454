// Notices since this page was opened, latest first: for the bell.
import { create } from 'zustand'

export interface LoggedNotice {
  number: number
  /** Milliseconds since 1970. */
  at: number
  isFailure: boolean
  title?: string
  message: string
}

interface NoticeLog {
  notices: readonly LoggedNotice[]
  /** Failures in the bell that nobody has looked at. */
  unread: number
  add(notice: Omit<LoggedNotice, 'number' | 'at'>): void
  read(): void
}

const KEPT = 100

export const useNoticeLog = create<NoticeLog>((set) => ({
  notices: [],
  unread: 0,
  add: (notice) =>
    set(({ notices, unread }) => ({
      notices: [{ ...notice, number: (notices[0]?.number ?? 0) + 1, at: Date.now() }, ...notices].slice(0, KEPT),
      unread: unread + (notice.isFailure ? 1 : 0),
    })),
  read: () => set({ unread: 0 }),
}))
