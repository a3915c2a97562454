// The last step of mails and SMS: they are sent, unless a module keeps them instead.
import type { OrganizationMail } from '../../frame/platform/mail.ts'
import type { Services } from '../../frame/platform/services.ts'
import { type OrganizationSms, SmsRefused } from '../../frame/platform/sms.ts'

/** Sends a mail. Mails about accounts are always sent to the organization's people: nobody could sign in without them. */
export async function sendMail(services: Services, message: OrganizationMail): Promise<void> {
  const { organization_id, to: recipient, subject: title, text: body } = message
  const kept = { channel: 'email', recipient, title, body } as const
  const isKept = !message.is_account && (await services.ports.keepInstead?.(services, organization_id, kept))
  if (!isKept) await services.mail.send(message)
}

/** Sends an SMS. Throws SmsRefused. */
export async function sendSms(services: Services, message: OrganizationSms): Promise<void> {
  const { organization_id, to: recipient, text } = message
  const kept = { channel: 'sms', recipient, title: text, body: text } as const
  if (!(await services.ports.keepInstead?.(services, organization_id, kept))) await services.sms.send(message)
}

/** Sends a queued SMS; one that the gateway refuses permanently is logged and not retried. */
export async function sendQueuedSms(services: Services, message: OrganizationSms): Promise<void> {
  try {
    await sendSms(services, message)
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    services.log.warn({ err: error, organization_id: message.organization_id }, 'an SMS to a driver was refused')
  }
}
