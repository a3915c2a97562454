// What each language has to say: our templates, and the words around them.
import type { MessageKind, StopType } from '@routewright/contract'

export interface KindWords {
  subject: string
  /** Paragraphs; a line of which every variable is empty is left out. */
  email: string
  sms: string
}

export interface MessageWords {
  kinds: Record<MessageKind, KindWords>
  /** {{what}}: in the middle of a sentence. */
  what: Record<StopType, string>
  /** On the button that {{link}} becomes. */
  button: Record<MessageKind, string>
  footer: {
    /** Why somebody gets this; {{company}}. */
    why: string
    unsubscribe: string
  }
  /** At the end of the first SMS to a number. */
  stop: { byReply: string; byPage: string }
  /** The data that previews are filled with. */
  sample: { recipient: string; address: string; reason: string; nextStep: string }
  /** The status on the recipients' page for browsers without scripts. */
  page: {
    planned: string
    plannedDay: string
    started: string
    completed: string
    failed: string
    canceled: string
    unplanned: string
    needsScript: string
  }
}
