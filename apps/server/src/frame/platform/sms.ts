// Sends SMS through an HTTP gateway: one shaped like Twilio's, or any other by templates for address, headers and body.
// Without a gateway the demo's are kept in the outbox.
import { request } from 'undici'
import type { Outbox } from './outbox.ts'
import { createOutgoingAgent } from './public-targets.ts'
import type { Scope } from './scope.ts'

export interface SmsMessage {
  /** International form, +4235550101. */
  to: string
  text: string
  /** Ours; gateways that know idempotency keys may be given it. */
  id: string
}

/** An SMS and the organization that it is sent for. */
export type OrganizationSms = SmsMessage & { organization_id: string }

export interface Sms {
  /** Whether the organization's SMS go anywhere: to a gateway, or, those of the demo, into the outbox. */
  isAvailableTo(organizationId: string): boolean
  /** Whether the gateway itself handles the reply STOP. */
  readonly takesStop: boolean
  /** Resolves when the gateway took the message. Throws SmsRefused for what will never be taken, else any error. */
  send(message: OrganizationSms): Promise<void>
  close(): Promise<void>
}

/** The gateway will not take this message, however often it is sent. */
export class SmsRefused extends Error {
  /** The recipient had asked the gateway for no more messages. */
  readonly isUnsubscribed: boolean

  constructor(message: string, isUnsubscribed = false) {
    super(message)
    this.isUnsubscribed = isUnsubscribed
  }
}

/** The SMS is sent by a worker once the transaction commits, and again until the gateway takes or refuses it. */
export async function queueSms(scope: Scope, message: SmsMessage): Promise<void> {
  await scope.jobs.send(scope.tx, 'sms', { ...message, organization_id: scope.organizationId })
}

export type SmsGateway = 'twilio' | 'http'

export interface SmsOptions {
  gateway?: SmsGateway
  /** URL of the gateway's interface; with http: it may contain {{to}}, {{text}}, {{line}}, {{from}}, {{id}}. */
  url?: string
  account?: string
  secret?: string
  from?: string
  method: string
  /** `Name: value` lines, with the same placeholders and {{secret}}. */
  headers?: string
  body?: string
  takesStop?: boolean
  allowPrivate: boolean
}

const timeoutMilliseconds = 15_000
const twilioUrl = 'https://api.twilio.com'
/** Twilio: the recipient answered STOP. */
const twilioUnsubscribed = 21_610

/** Keeps SMS where there is no gateway. */
export interface KeptSms {
  outbox: Outbox
  /** Whether the organization's are kept; those of others are not sent. */
  isKeptFor(organizationId: string): boolean
  momentOf(organizationId: string): Date
}

export function createSms(options: SmsOptions, kept: KeptSms): Sms {
  const { gateway } = options
  if (!gateway) return createKeptSms(kept)
  const agent = createOutgoingAgent(options.allowPrivate)
  return {
    isAvailableTo: () => true,
    takesStop: options.takesStop ?? gateway === 'twilio',
    async send(message) {
      const { url, ...call } = gateway === 'twilio' ? twilioCall(options, message) : templateCall(options, message)
      const signal = AbortSignal.timeout(timeoutMilliseconds)
      const response = await request(url, { ...call, dispatcher: agent, signal })
      const answer = (await response.body.text()).slice(0, 2_000)
      if (response.statusCode >= 200 && response.statusCode < 300) return
      throw getRefusal(response.statusCode, answer)
    },
    close: () => agent.destroy(),
  }
}

function createKeptSms({ outbox, isKeptFor, momentOf }: KeptSms): Sms {
  return {
    isAvailableTo: isKeptFor,
    takesStop: false,
    async send({ organization_id, to, text }) {
      if (!isKeptFor(organization_id)) throw new Error('No SMS gateway is set up.')
      const source = `To: ${to}\nDate: ${momentOf(organization_id).toUTCString()}\n\n${text}`
      await outbox.keep(organization_id, 'sms', Buffer.from(source))
    },
    close: async () => {},
  }
}

interface Call {
  url: string
  method: 'POST' | 'GET' | 'PUT'
  headers: Record<string, string>
  body?: string
}

/** POST /2010-04-01/Accounts/{account}/Messages.json with To, From and Body; `from` may be a messaging service (MG…). */
function twilioCall({ url = twilioUrl, account = '', secret = '', from = '' }: SmsOptions, message: SmsMessage): Call {
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    url: `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ To: message.to, ...sender, Body: message.text }).toString(),
  }
}

const defaultBody = '{"to":"{{to}}","from":"{{from}}","text":"{{text}}"}'

function templateCall(options: SmsOptions, message: SmsMessage): Call {
  const { url = '', from = '', secret = '', method, headers: lines = '', body = defaultBody } = options
  const line = message.text.replace(/\s+/g, ' ').trim()
  const values: Record<string, string> = { ...message, line, from, secret }
  const fill = (template: string, encode: (value: string) => string) =>
    template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in values ? encode(values[name]!) : whole))
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  for (const line of lines.split('\n')) {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    // A value must not begin another header.
    if (name) headers[name.toLowerCase()] = fill(value!, (text) => text.replace(/[\r\n]+/g, ' '))
  }
  const hasBody = method !== 'GET'
  return {
    url: fill(url, encodeURIComponent),
    method: method as Call['method'],
    headers,
    ...(hasBody ? { body: fill(body, bodyEncoder(headers['content-type']!)) } : {}),
  }
}

function bodyEncoder(contentType: string): (value: string) => string {
  if (contentType.includes('json')) return (value) => JSON.stringify(value).slice(1, -1)
  if (contentType.includes('form-urlencoded')) return encodeURIComponent
  return (value) => value
}

/** Wrong credentials, too many calls and failures of the gateway pass; other 4xx are about the message. */
function getRefusal(status: number, answer: string): Error {
  const { code, message } = readAnswer(answer)
  const text = `the gateway answered ${status}${message ? `: ${message}` : ''}`
  const mayPass = status >= 500 || [401, 402, 403, 404, 408, 425, 429].includes(status)
  return mayPass ? new Error(text) : new SmsRefused(text, code === twilioUnsubscribed)
}

function readAnswer(answer: string): { code?: unknown; message?: string } {
  try {
    const told = JSON.parse(answer) as { code?: unknown; message?: unknown; error?: unknown }
    // Some put it one deeper, as Meta does.
    const { code, message } = typeof told.error === 'object' && told.error ? (told.error as typeof told) : told
    return { code, ...(typeof message === 'string' ? { message: message.slice(0, 300) } : {}) }
  } catch {
    return { message: answer.replace(/\s+/g, ' ').trim().slice(0, 200) }
  }
}
