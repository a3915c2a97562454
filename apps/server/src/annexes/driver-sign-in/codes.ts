// The codes by which drivers sign in: six digits that are sent, or ten letters that a dispatcher reads out.
import { randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { DriverCodeRequest } from '@routewright/contract'
import type { DriverCodeRow } from '../../data/driver-sign-in-tables.ts'
import {
  countTries,
  insertCode,
  listAskedCodes,
  lockCodesOfStep,
  lockCodeToShow,
  markCodesUsed,
  removeShownCodes,
} from '../../data/driver-sign-ins.sql.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { chooseLanguage } from '../../frame/platform/languages.ts'
import { queueMail } from '../../frame/platform/mail.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { queueSms } from '../../frame/platform/sms.ts'
import { codeMail, codeSms } from './code-messages.ts'
import { findDriversByAddress, type KnownDriver, scopesIn } from './known-drivers.ts'
import { isPhoneFor, type KnownPhone } from './known-phones.ts'

/** A code works for so long. */
export const CODE_MINUTES = 10
/** Wrong codes of one sign-in. */
const MAX_TRIES = 5
/** More codes than these are of somebody who guesses: with five tries each, a day of them hits one time in twenty thousand. */
const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds
const limits = [
  { most: 5, milliseconds: hourMilliseconds },
  { most: 10, milliseconds: dayMilliseconds },
]
/** 256 random bits. */
const STEP_CHARACTERS = 43
/** Duration of every response, so that timing reveals nothing about who is known. */
const ANSWER_MILLISECONDS = 250
/** No letter or digit that is taken for another when it is read out: 50 random bits in ten of them. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SHOWN_CHARACTERS = 10

/** Sends a code to whoever has the number or address; the caller cannot tell whether somebody has. */
export async function requestCode(
  services: Services,
  { address, language }: DriverCodeRequest,
  phone: KnownPhone | undefined,
) {
  const evenly = wait(ANSWER_MILLISECONDS)
  const now = services.clock.now()
  const step = createSecret('', STEP_CHARACTERS)
  await services.database.transaction(async (tx) => {
    const known = await findDriversByAddress(services, scopesIn(services, tx, now), address)
    // A mailbox or number gets one code, however many drivers have it.
    const byReceiver = Map.groupBy(known, ({ receiver }) => JSON.stringify(receiver).toLowerCase())
    const askedBy = ({ driver }: KnownDriver) =>
      phone && isPhoneFor(services.secrets, phone, driver.id) ? phone.id : null
    for (const drivers of byReceiver.values()) await sendCode(drivers, { step, now, language, askedBy })
  })
  await evenly
  return { step, expires_at: getEnd(now) }
}

interface CodeOrder {
  step: string
  now: Date
  language: string | undefined
  /** Id of the phone that asks, where this driver has signed in on it; null for any other phone. */
  askedBy(known: KnownDriver): string | null
}

async function sendCode(drivers: readonly KnownDriver[], { step, now, language, askedBy }: CodeOrder) {
  const asked = []
  for (const known of drivers) {
    const { full_until } = await countCodes(known.scope, known.driver.id, now, askedBy(known))
    if (!full_until) asked.push(known)
  }
  const [first] = asked
  if (!first) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  for (const known of asked) {
    await insertCode(known.scope, {
      ...beginCode(now, known.driver.id),
      asked_by: askedBy(known),
      step_digest: digestSecret(step),
      code_digest: digest(step, code),
    })
  }
  const { scope, driver, receiver, projectLabel } = first
  const facts = { language: chooseLanguage(language, ...driver.languages), code, projectLabel, minutes: CODE_MINUTES }
  if ('number' in receiver) {
    await queueSms(scope, { to: receiver.number, text: codeSms(facts), id: createId(now) })
  } else await queueMail(scope, codeMail(receiver.email, facts))
}

/** Counts the codes that one known phone, or all other phones together, asked for; `full_until` where no more are sent. */
export async function countCodes(scope: Scope, driverId: string, now: Date, askedBy: string | null) {
  const asked = await listAskedCodes(scope, driverId, new Date(now.getTime() - dayMilliseconds), askedBy)
  const ends = limits.flatMap(({ most, milliseconds }) => {
    // The place of the oldest code that has to become too old first.
    const end = (asked[most - 1]?.getTime() ?? 0) + milliseconds
    return end > now.getTime() ? end : []
  })
  const hourAgo = now.getTime() - hourMilliseconds
  return {
    asked_in_hour: asked.filter((moment) => moment.getTime() > hourAgo).length,
    asked_in_day: asked.length,
    ...(ends.length > 0 && { full_until: new Date(Math.max(...ends)) }),
  }
}

function beginCode(now: Date, driverId: string) {
  return { id: createId(now), driver_id: driverId, created_at: now, expires_at: getEnd(now), used_at: null }
}

function getEnd(now: Date): Date {
  return new Date(now.getTime() + CODE_MINUTES * 60_000)
}

/** Digest of the code together with the secret of its sign-in, which is stored nowhere: six digits alone could be found by trying all. */
function digest(step: string, code: string): Buffer {
  return digestSecret(`${step}:${code}`)
}

/** A code for one driver, to read out or show; one that was made before ends. */
export async function makeCodeToShow(scope: Scope, driverId: string, now: Date) {
  const code = Array.from({ length: SHOWN_CHARACTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  await removeShownCodes(scope, driverId)
  await insertCode(scope, {
    ...beginCode(now, driverId),
    step_digest: null,
    code_digest: digestSecret(code),
    asked_by: null,
  })
  return { code, expires_at: getEnd(now) }
}

/** Rows of the drivers whom a code signs in. Empty for a wrong one, with the rows whose drivers are notified. */
export interface TriedCode {
  right: DriverCodeRow[]
  refused: DriverCodeRow[]
}

/** Takes the code once; a wrong one counts. */
export async function takeCode(tx: Tx, step: string | undefined, code: string, now: Date): Promise<TriedCode> {
  if (step === undefined) {
    const right = await lockCodeToShow(tx, digestSecret(code.toUpperCase().replace(/[^A-Z0-9]/g, '')), now)
    if (right.length > 0) await markCodesUsed(tx, listIds(right), now)
    return { right, refused: [] }
  }
  const rows = (await lockCodesOfStep(tx, digestSecret(step), now)).filter(({ tries }) => tries < MAX_TRIES)
  if (rows.length === 0) return { right: [], refused: [] }
  const given = digest(step, code.replace(/[^0-9]/g, ''))
  const right = rows.filter(({ code_digest }) => timingSafeEqual(given, code_digest))
  if (right.length === 0) {
    await countTries(tx, listIds(rows))
    return { right, refused: rows }
  }
  await markCodesUsed(tx, listIds(rows), now)
  return { right, refused: [] }
}

const listIds = (rows: readonly DriverCodeRow[]) => rows.map(({ id }) => id)

/** Codes count towards the limit of a day for a day. */
export function oldestCountedCode(now: Date): Date {
  return new Date(now.getTime() - dayMilliseconds)
}

/** Runs the work, and waits until the uniform duration has passed. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const passed = wait(ANSWER_MILLISECONDS)
  try {
    return await work()
  } finally {
    await passed
  }
}
