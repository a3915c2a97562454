// Whom the service tells of what becomes of a stop: said before the click.
import * as operations from '@routewright/client/operations'
import type { MessageKind, Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { isTold, listToldWays } from './told-ways.ts'

const STALE_MS = 60_000

/** "The recipient is told by e-mail", by what the project sends and the stop has; that nobody is where others would be; empty where no message goes out. */
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
    if (ways.length > 0) return t('told.recipient', { ways: ways.join(', ') })
    return isTold(data, kind) ? t('told.nobody') : ''
  }
}
