// Reads what was dropped, chosen or pasted; once more in another encoding, where the letters came out wrong.
import { limits, spreadsheetReplayLimits } from '@routewright/contract'
import type { Encoding } from '@routewright/contract/encodings'
import { useTranslation } from 'react-i18next'
import { parseSource } from '../../forms/parse.ts'
import { takeFile, useImport } from './import-store.ts'

export interface Source {
  file?: File
  text?: string
}

/** A day takes more rows than a comparison of past days. */
export function useMostRows(): number {
  return useImport(({ purpose }) => (purpose === 'past' ? spreadsheetReplayLimits.rows : limits.listLength.bulk))
}

/** Takes a source. Resolves to the fault that keeps it from being read, if there is one. */
export function useTakeSource(): (source: Source, encoding?: Encoding) => Promise<string | undefined> {
  const { t } = useTranslation('import')
  const mostRows = useMostRows()
  return async (source, encoding) => {
    const { purpose, setting } = useImport.getState()
    const order = { ...source, encoding, language: setting.language, mostRows }
    const [answer, reading] = await Promise.all([parseSource(order), import('@routewright/reading')])
    if ('problem' in answer) return answer.problem
    takeFile(reading, answer, reading.chooseSheet(answer.sheets, purpose), source)
    useImport.setState({ sourceName: source.file?.name ?? t('pasted') })
    return undefined
  }
}

/** Reads the same file again. */
export function useReadAgain(): (encoding: Encoding) => Promise<string | undefined> {
  const take = useTakeSource()
  return async (encoding) => await take(useImport.getState().source, encoding)
}
