// The recipients' view: the look and their page, or the messages with words of one's own and a live preview.
import * as operations from '@routewright/client/operations'
import { Loaded } from '../shell/loaded.tsx'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { Branding } from './branding.tsx'
import { MessageRules } from './message-rules.tsx'
import { PageRules } from './page-rules.tsx'

export default function RecipientSettingsPart({ sections }: { sections: readonly string[] }) {
  const project = useProject()
  const query = useAnswer(['recipients', project.id], operations.getRecipientSettings, { project_id: project.id })
  return (
    <Loaded query={query} rows={4} rowHeight={120}>
      {(settings) => (
        <div key={project.id}>
          {sections.includes('branding') && <Branding settings={settings} />}
          {sections.includes('page') && <PageRules settings={settings} />}
          {sections.includes('messages') && <MessageRules settings={settings} />}
        </div>
      )}
    </Loaded>
  )
}
