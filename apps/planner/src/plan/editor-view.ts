// Which views stand in the middle of the editor: map and list, or the table of all stops. Kept on the device, by person.
import { useMediaQuery } from '@mantine/hooks'
import { useKeptChoice } from '../shell/kept-choice.ts'

type EditorView = 'map' | 'table'

/** Where list, map and timeline do not fit side by side: phones, and pages that are read at twice their size. */
const NARROW = '(max-width: 900px), (max-height: 540px)'

export function useEditorView() {
  const [view, setView] = useKeptChoice<EditorView>('editor-view', 'map')
  return { view, setView, isNarrow: useIsNarrow() }
}

/** One view at a time, by tabs. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
}
