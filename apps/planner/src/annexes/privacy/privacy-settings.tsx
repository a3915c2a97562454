// Data rights: how long things are kept, and what is known of one recipient.
import * as operations from '@routewright/client/operations'
import { Loaded } from '../../shell/loaded.tsx'
import { useAnswer } from '../../shell/use-answer.ts'
import { RecipientData } from './recipient-data.tsx'
import { RetentionForm, retentionKey } from './retention-form.tsx'

export default function PrivacySettings() {
  const query = useAnswer(retentionKey, operations.getRetention, {})
  return (
    <>
      <Loaded query={query} rows={4}>
        {(retention) => <RetentionForm retention={retention} />}
      </Loaded>
      <RecipientData />
    </>
  )
}
