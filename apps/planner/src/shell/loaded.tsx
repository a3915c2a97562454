// Data of a query, or its placeholder: rows to come, a failure with a remedy, or an empty state.
import type { ReactNode } from 'react'
import { LoadFailure, RowSkeletons } from './states.tsx'

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch(): unknown }
  /** Rows to expect. */
  rows?: number
  rowHeight?: number
  /** Shown instead of an empty list. */
  empty?: ReactNode
  children(data: Data): ReactNode
}

export function Loaded<Data>({ query, rows, rowHeight, empty, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowSkeletons count={rows} height={rowHeight} />
  return empty && listOf(data).length === 0 ? empty : children(data)
}

/** The records of a list or of a page of one. */
function listOf(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : (data as { docs: readonly unknown[] }).docs
}
