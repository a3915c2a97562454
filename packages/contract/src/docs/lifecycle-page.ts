// docs/lifecycle.md: the states of plans, routes, stops and packages, as tables and diagrams.
import {
  guards,
  initialStatus,
  isGuarded,
  isRefusal,
  type Outcome,
  packageLifecycle,
  packageTriggers,
  planLifecycle,
  planTriggers,
  routeLifecycle,
  routeTriggers,
  stopLifecycle,
  stopTriggers,
  type Table,
} from '../lifecycle.ts'
import { CONTRACT_SCRIPT, code, page, table } from './markdown.ts'

interface Machine {
  title: string
  about: string
  lifecycle: Table<string, string>
  triggers: Readonly<Record<string, string>>
  initial: readonly string[]
}

const machines: Machine[] = [
  {
    title: 'Plan',
    about: 'Closing a plan (PUT with status finished) makes its pending stops incomplete and finishes its open routes.',
    lifecycle: planLifecycle,
    triggers: planTriggers,
    initial: [initialStatus.plan, 'draft'],
  },
  {
    title: 'Route',
    about: 'Dispatch sends the link and changes no status. A finished route never starts again.',
    lifecycle: routeLifecycle,
    triggers: routeTriggers,
    initial: [initialStatus.route],
  },
  {
    title: 'Stop',
    about: 'completed, incomplete and canceled are terminal; only a move to another plan makes a stop pending again.',
    lifecycle: stopLifecycle,
    triggers: stopTriggers,
    initial: [initialStatus.stop],
  },
  {
    title: 'Package',
    about: 'Independent of its stop. A delivery scan of a pending package makes both steps with one timestamp.',
    lifecycle: packageLifecycle,
    triggers: packageTriggers,
    initial: [initialStatus.package],
  },
]

export function lifecyclePage(): string {
  const intro = [
    'What each trigger does to a record in each status. A cell is the status afterwards, or the `message_id` of the',
    'refusal; "if … else …" depends on a fact that the server looks up inside the same transaction.',
  ].join('\n')
  return page(CONTRACT_SCRIPT, 'States and transitions', intro, ...machines.map(section))
}

function section({ title, about, lifecycle, triggers, initial }: Machine): string {
  const statuses = Object.keys(lifecycle)
  const rows = Object.entries(triggers).map(([trigger, words]) => [
    `${words} (${code(trigger)})`,
    ...statuses.map((status) => cell(lifecycle[status]![trigger]!)),
  ])
  return [`## ${title}`, about, drawing(lifecycle, initial), table(['Trigger', ...statuses.map(code)], rows)].join(
    '\n\n',
  )
}

function cell(outcome: Outcome<string>): string {
  if (!isGuarded(outcome)) return isRefusal(outcome) ? `refused: ${code(outcome.refuse)}` : outcome
  return `if ${guards[outcome.when]}: ${cell(outcome.yes)}; else: ${cell(outcome.no)}`
}

/** Draws only real changes; triggers that keep the status are in the table. */
function drawing(lifecycle: Table<string, string>, initial: readonly string[]): string {
  const arrows = Object.entries(lifecycle).flatMap(([from, outcomes]) => arrowsFrom(from, outcomes))
  const starts = initial.map((status) => `  [*] --> ${status}`)
  return ['```mermaid', 'stateDiagram-v2', ...starts, ...arrows, '```'].join('\n')
}

function arrowsFrom(from: string, outcomes: Record<string, Outcome<string>>): string[] {
  const triggersByTarget = new Map<string, string[]>()
  for (const [trigger, outcome] of Object.entries(outcomes)) {
    for (const target of targets(outcome)) {
      if (target !== from) triggersByTarget.set(target, [...(triggersByTarget.get(target) ?? []), trigger])
    }
  }
  return [...triggersByTarget].map(([target, names]) => `  ${from} --> ${target}: ${names.join(', ')}`)
}

/** Statuses that an outcome can lead to. */
function targets(outcome: Outcome<string>): string[] {
  const ends = isGuarded(outcome) ? [outcome.yes, outcome.no] : [outcome]
  return ends.filter((end): end is string => typeof end === 'string')
}
