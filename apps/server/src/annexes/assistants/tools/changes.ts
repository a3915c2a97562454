// Tools about changing a plan: what a change would do, for everybody, and proposing it, for those who may write.
import { nameOfStop } from '../figures.ts'
import { quoteName } from '../quoted.ts'
import { tool } from '../tool.ts'
import { changeInput, changeLooks, lookAt } from './change.ts'

export const effect = tool({
  name: 'effect',
  title: 'Effect of a change',
  description:
    'What a change of a plan would cost and break, in minutes, kilometres and money, for each route: moving stops, placing unassigned ones, other time windows, a remedy, a broken vehicle. Nothing is changed.',
  kind: 'reads',
  looks: changeLooks,
  input: changeInput,
  async run(change, { call }) {
    const { effect: found } = await lookAt(call, change)
    return { nothing_was_changed: true, ...found }
  },
})

export const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change of a plan',
  description:
    'As effect, and answers a token with which apply makes this very change, once, while the plan stays as it is. Changes nothing itself.',
  kind: 'proposes',
  looks: changeLooks,
  input: changeInput,
  async run(change, { call, propose }) {
    const { make, seen, effect: found, view } = await lookAt(call, change)
    const names = (change.stop_ids ?? []).slice(0, 5).map((id) => nameOfStop(view.stops.get(id)!))
    const further = (change.stop_ids?.length ?? 0) - names.length
    const about = names.length > 0 ? ` of ${names.join(', ')}${further > 0 ? ` and ${further} more` : ''}` : ''
    const summary = `${change.change}${about} in plan ${quoteName(view.plan.label) ?? view.plan.id}`
    return { ...(await propose({ summary, calls: [{ ...make, seen: [seen] }] })), ...found }
  },
})
