// How the demo's own records are told from those that people entered.

/** Begins the external ids of the demo's plans, depot, vehicles, drivers, and stops of its day. */
export const OWN_IDS = 'demo-'
/** Begins those of the plans of past days; a date follows. */
export const PAST_DAYS = `${OWN_IDS}past-`
/** Begins those of its clients, whose mails end like this. */
export const CLIENT_IDS = 'C-'
export const RECIPIENTS = '@recipients.example'

export const isDemosId = (externalId: unknown) => String(externalId).startsWith(OWN_IDS)
