// The custom fields that the project has for stops.
import type { CustomFieldDefinition } from '@routewright/contract'
import { useProject } from './session.ts'

export function useStopFields(): CustomFieldDefinition[] {
  const { settings } = useProject()
  return (settings.custom_field_definitions ?? []).filter(({ applies_to }) => applies_to === 'stop')
}
