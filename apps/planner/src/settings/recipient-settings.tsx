// What recipients see and are told: the look, their page, and messages with own words and a live preview.
import * as operations from '@routewright/client/operations'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useProject } from '../shell/session.ts'
import { Branding } from './branding.tsx'
import { MessageRules } from './message-rules.tsx'
import { PageRules } from './page-rules.tsx'

export default function RecipientSettingsPart() {
  const project = useProject()
  const query = useQuery({
    queryKey: ['recipients', project.id],
    queryFn: ({ signal }) => call(operations.getRecipientSettings, { project_id: project.id }, { signal }),
  })
  return (
    <Loaded query={query} rows={4} rowHeight={120}>
      {(settings) => (
        <div key={project.id}>
          <Branding settings={settings} />
          <PageRules settings={settings} />
          <MessageRules settings={settings} />
        </div>
      )}
    </Loaded>
  )
}
