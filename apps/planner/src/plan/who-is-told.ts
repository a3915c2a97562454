// Whom the service tells of what becomes of a stop: said before the click.
import * as operations from '@routewright/client/operations'
import type { MessageKind, Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { listToldWays } from './told-ways.ts'

const STALE_MS = 60_000

/** "The recipient is told by e-mail", by what the project sends and the stop has; that nobody is where no message goes out; nothing for who may not read it. */
export function useToldText(): (stop: Pick<Stop, 'email' | 'phone'>, kind: MessageKind | undefined) => string {
  const { t } = useTranslation('editor')
  const { id } = useProject()
  const { data } = useAnswer(
    ['recipients', id],
    operations.getRecipientSettings,
    { project_id: id },
    { staleTime: STALE_MS, retry: false },
  )
  return (stop, kind) => {
    if (!data) return ''
    const ways = listToldWays(data, stop, kind).map((way) => t(`told.${way}`))
    return ways.length === 0 ? t('told.nobody') : t('told.recipient', { ways: ways.join(', ') })
  }
}
