// The queues of background jobs: what their jobs carry, how long they may take, and how often they are tried again.

import type { Queue } from 'pg-boss'
import type { OrganizationMail } from './mail.ts'
import type { OrganizationSms } from './sms.ts'

/** Payloads of the queues' jobs. Ids rather than records: the worker reads the present state when it runs. */
export interface JobPayloads {
  /** A run of the optimizer; its lease allows one per plan at a time. */
  optimization: { organization_id: string; run_id: string; max_seconds?: number }
  mail: OrganizationMail
  sms: OrganizationSms
  /** An alert for one device about a message, or about a route that was sent to its driver. */
  push:
    | { organization_id: string; device_id: string; message_id: string }
    | { organization_id: string; device_id: string; route_id: string }
  /** Nightly: deletes data whose retention has ended. */
  retention: Record<string, never>
  /** A route with straight-line times until roads are asked for; queued once at a time. */
  road_times: { organization_id: string; route_id: string }
  /** An extract that is to be downloaded. */
  map_extract: { extract_id: string }
  /** A past day of the month before the demo day. */
  demo_history: { organization_id: string; project_id: string; date: string; is_last?: boolean }
  /** Every ten minutes: sums up plans whose day has passed. */
  plan_figures: Record<string, never>
  /** Every ten minutes: finishes plans whose day is over, where the project asks for it. */
  close_days: Record<string, never>
  /** Every ten minutes: sends the figures of last week where it is Monday morning. */
  weekly_mail: Record<string, never>
  /** Every ten minutes: reminds recipients who were asked to choose a window. */
  slot_reminders: Record<string, never>
  /** A day on which slots were given away; queued once at a time. */
  booked_days: { organization_id: string; plan_id: string }
  /** Every night: learns from past days, project by project. */
  learning: Record<string, never>
  /** Every five minutes: computes the effects of running days. */
  running_days: Record<string, never>
  /** Every ten minutes: scores windows of arrival whose stop is done. */
  promises: Record<string, never>
  /** Every minute: merges new texts into their search indexes. */
  sort_in_texts: Record<string, never>
  /** Days that are planned together. */
  week_plan: { organization_id: string; week_plan_id: string }
  /** A what-if computation of one or more days. */
  what_if: { organization_id: string; what_if_id: string }
  /** A table to be exported into a file. */
  export: { organization_id: string; export_id: string }
  /** Files of deleted pictures, by their keys in the storage. */
  file_deletion: { storage_keys: string[] }
  /** An order that a shop sent. */
  intake: { organization_id: string; message_id: string }
  /** Every minute: fetches the files of orders that are due. */
  order_files: Record<string, never>
  /** Hourly: deletes expired data. */
  cleanup: Record<string, never>
}

export type QueueName = keyof JobPayloads

const day = 86_400

/** Queues whose jobs contain links or names of deleted things: no job is kept once it is done or given up. */
export const forgottenQueues: ReadonlySet<QueueName> = new Set(['mail', 'sms', 'file_deletion'])

/** Queues with long jobs: organizations take turns in them, so that nobody waits for everything that another one asked for before. */
export const queuesInTurns: ReadonlySet<QueueName> = new Set(['optimization', 'what_if', 'week_plan', 'export'])

/** Options of long jobs: another worker restarts them from the beginning. */
const begunAnew = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  deleteAfterSeconds: day,
}

/** `expireInSeconds` is the longest run; a job whose worker died is restarted after `heartbeatSeconds`. `notify` wakes a worker at once. */
export const queues: Record<QueueName, Omit<Queue, 'name'>> = {
  optimization: {
    notify: true,
    expireInSeconds: 3 * 3600,
    heartbeatSeconds: 10,
    retryLimit: 3,
    deleteAfterSeconds: day,
  },
  mail: {
    notify: true,
    expireInSeconds: 120,
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: day,
  },
  // A gateway that does not recognize repeated messages must not send one for hours.
  sms: {
    notify: true,
    expireInSeconds: 120,
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: day,
  },
  // A person who was not reached within some minutes sees the news when they next open the app.
  push: {
    notify: true,
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3600,
  },
  // Runs in small transactions, and a later night continues what a broken one left.
  retention: { expireInSeconds: 6 * 3600, heartbeatSeconds: 10, retryLimit: 3, deleteAfterSeconds: day },
  // Not woken at once, so that successive changes become one job. A routing server may be down for days, and is retried until it is back.
  road_times: {
    policy: 'short',
    expireInSeconds: 300,
    heartbeatSeconds: 10,
    retryLimit: 1_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 3600,
  },
  // A download resumes where it broke off. Permanent failures are shown, and the person who manages the maps restarts it.
  map_extract: {
    notify: true,
    expireInSeconds: 12 * 3600,
    heartbeatSeconds: 10,
    retryLimit: 3,
    retryDelay: 5,
    deleteAfterSeconds: day,
  },
  demo_history: { expireInSeconds: 600, heartbeatSeconds: 10, retryLimit: 10, deleteAfterSeconds: day },
  // The next run, ten minutes later, continues where this one ended.
  plan_figures: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next run, ten minutes later, finds the days that this one missed.
  close_days: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next run, ten minutes later, finds the mails that this one missed.
  weekly_mail: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next run, ten minutes later, finds the reminders that this one missed.
  slot_reminders: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next booking causes the next check.
  booked_days: { policy: 'short', expireInSeconds: 300, retryLimit: 2, retryDelay: 30, deleteAfterSeconds: 3600 },
  // The next run, ten minutes later, scores what this one missed.
  promises: { policy: 'exclusive', expireInSeconds: 600, retryLimit: 0, deleteAfterSeconds: day },
  // The next run, five minutes later, looks at what this one missed.
  running_days: { policy: 'exclusive', expireInSeconds: 600, retryLimit: 0, deleteAfterSeconds: 3600 },
  // The next night learns what this one missed.
  learning: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  sort_in_texts: { policy: 'exclusive', expireInSeconds: 600, retryLimit: 0, deleteAfterSeconds: 3600 },
  what_if: { ...begunAnew, expireInSeconds: 3 * 3600 },
  week_plan: { ...begunAnew, expireInSeconds: 3600 },
  export: { ...begunAnew, expireInSeconds: 3600 },
  // The file storage may be down for days.
  file_deletion: {
    notify: true,
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 1_000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: day,
  },
  // The log keeps the order itself, and causes of a failure pass.
  intake: {
    notify: true,
    expireInSeconds: 120,
    heartbeatSeconds: 10,
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 3600,
  },
  // A request during a running round gets another one. Each source has its next turn whether this round succeeds or not.
  order_files: {
    policy: 'short',
    notify: true,
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: 3600,
  },
  cleanup: { expireInSeconds: 600, retryLimit: 1, deleteAfterSeconds: day },
}
