// The table of extracts for the service's map, roads and addresses.
import { extractSources, extractStates } from '@routewright/contract'
import {
  beginning,
  decimal,
  id,
  integer,
  moment,
  oneOf,
  optional,
  type RowOf,
  table,
  text,
  wholeNumber,
} from './table.ts'

export const mapExtractTable = table('map_extracts', {
  given: {
    id,
    source: oneOf(extractSources),
    name: text,
    created_at: moment,
    updated_at: moment,
  },
  computed: {
    state: oneOf(extractStates),
    size_bytes: optional(wholeNumber),
    /** Progress of the download, 0..1. */
    progress: optional(decimal),
    reason: optional(text),
  },
  private: {
    url: optional(text),
    /** Number of downloads and uploads: each has a folder of its own. */
    version: beginning(1, integer),
    /** Path in the folder of added extracts; null before the first download ended, and for the shipped one. */
    file: optional(text),
  },
})

export type MapExtractRow = RowOf<typeof mapExtractTable>
