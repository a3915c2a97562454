// A message as it would look, filled with sample data of its language; nothing is sent.
import type { MessagePreview, MessagePreviewInput } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { projectLogos } from '../../data/project-files.sql.ts'
import { getBranding, getMessageSettings, getRecipientPage } from '../../data/resources/recipients.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { composeMessage } from './compose.ts'
import { countSmsParts } from './sms-text.ts'
import { requireKnownVariables } from './template.ts'
import { getTemplate, messageWords } from './words.ts'

/** Returns the preview. Throws highway.message.error.unknown_variable for a template that could not be saved either. */
export async function previewMessage(
  scope: Scope,
  projectId: string,
  input: MessagePreviewInput,
): Promise<MessagePreview> {
  const project = await getProject(scope, projectId)
  const settings = getMessageSettings(project)
  const { kind, language = settings.language, template = {} } = input
  for (const [part, text] of Object.entries(template)) requireKnownVariables(text ?? '', `template.${part}`)
  const given = Object.fromEntries(Object.entries(template).filter(([, text]) => text))
  const { sample } = messageWords[language]
  const logo = await projectLogos.find(scope, project.id)
  const day = new Date(Date.UTC(scope.now.getUTCFullYear(), scope.now.getUTCMonth(), scope.now.getUTCDate()))
  const arrival = new Date(Math.ceil(scope.now.getTime() / 900_000) * 900_000 + 1_800_000)
  const facts = {
    kind,
    language,
    timeZone: project.timezone,
    units: project.settings.units === 'imperial' ? ('imperial' as const) : ('metric' as const),
    brand: { ...getBranding(project), ...withoutUndefined(input.branding ?? {}) },
    page: { next_step: getRecipientPage(project).next_step ?? sample.nextStep },
    settings,
    now: scope.now,
    stopType: 'delivery' as const,
    link: `${scope.publicBase}/t/…`,
    recipient: sample.recipient,
    address: sample.address,
    day,
    arrival,
    window: { from: new Date(arrival.getTime() - 900_000), to: new Date(arrival.getTime() + 900_000) },
    stopsBefore: 2,
    doneAt: arrival,
    reason: sample.reason,
    taker: { by: 'neighbour' as const, name: sample.neighbour },
    pin: '4711',
  }
  const composed = composeMessage(
    facts,
    { ...getTemplate(settings, kind, language), ...given },
    { logo: logo && `data:${logo.content_type};base64,${logo.bytes.toString('base64')}` },
  )
  return { ...composed, sms_parts: countSmsParts(composed.sms) }
}
